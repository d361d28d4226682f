import {
  decodeRecord,
  readVarint,
  toNumber,
  Unreadable,
  type StoredValue,
} from './decode-record.ts'
import type { PageFile } from './page-file.ts'

/** A row as it is stored. */
export interface StoredRow {
  /** Undefined in tables without row ids. */
  rowid: number | bigint | undefined
  values: StoredValue[]
}

export type TreeKind = 'table' | 'index'

/** Location of a row in the file. */
export interface Cell {
  page: Buffer
  at: number
  kind: TreeKind
  /** Receives the pages that continue the row. None continues two rows. */
  seen: Set<number>
}

/** Reads a row: https://www.sqlite.org/fileformat2.html#cellformat @throws Unreadable or RangeError if it is damaged */
export function readCell(file: PageFile, cell: Cell): StoredRow {
  const { page, at, kind } = cell
  const size = readVarint(page, at)
  const key = kind === 'table' ? readVarint(page, size.next) : undefined
  const payload = readPayload(file, { ...cell, at: key?.next ?? size.next }, Number(size.value))
  return { rowid: key && toNumber(key.value), values: decodeRecord(payload) }
}

function readPayload(file: PageFile, cell: Cell, size: number): Buffer {
  const { page, at, kind } = cell
  if (size < 1 || size > file.pageCount * file.usableSize)
    throw new Unreadable('a row is larger than the file')
  const local = countLocalBytes(file, kind, size)
  if (at + local > file.usableSize) throw new Unreadable('a row is cut off')
  const start = page.subarray(at, at + local)
  if (local === size) return start
  return Buffer.concat([
    start,
    ...readOverflow(file, cell, page.readUInt32BE(at + local), size - local),
  ])
}

/** Counts the bytes of a row that are on its page. */
function countLocalBytes({ usableSize }: PageFile, kind: TreeKind, size: number): number {
  const most = kind === 'table' ? usableSize - 35 : Math.floor(((usableSize - 12) * 64) / 255) - 23
  if (size <= most) return size
  const least = Math.floor(((usableSize - 12) * 32) / 255) - 23
  const fitting = least + ((size - least) % (usableSize - 4))
  return fitting <= most ? fitting : least
}

function* readOverflow(
  file: PageFile,
  { seen }: Cell,
  first: number,
  size: number,
): Generator<Buffer> {
  const capacity = file.usableSize - 4
  let next = first
  for (let left = size; left > 0; left -= capacity) {
    const page = file.read(next)
    if (page === undefined || seen.has(next))
      throw new Unreadable(`page ${next}, which continues a row, cannot be read`)
    seen.add(next)
    yield page.subarray(4, 4 + Math.min(left, capacity))
    next = page.readUInt32BE(0)
  }
}
