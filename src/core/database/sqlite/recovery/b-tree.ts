import { Unreadable } from './decode-record.ts'
import type { PageFile } from './page-file.ts'
import { readCell, type StoredRow, type TreeKind } from './read-cell.ts'

/** A page, or a row on it, that cannot be read. */
export interface Damage {
  page: number
  reason: string
}

type Report = (damage: Damage) => void

export interface PageContent {
  kind: TreeKind
  rows: StoredRow[]
  children: number[]
}

/** Reads pages of trees, and remembers them so that no page is read as part of two trees. */
export interface TreeReader {
  readonly seen: Set<number>
  /** Reads a page; undefined if it is no page of a tree. Rows that cannot be read are reported and left out. */
  readPage(page: number, report: Report): PageContent | undefined
  /** Reads the rows of a tree in order, without what is damaged. @param kind that of the first page by default */
  walk(root: number, report: Report, kind?: TreeKind): Generator<StoredRow>
}

export function createTreeReader(file: PageFile): TreeReader {
  const seen = new Set<number>()
  const readPage: TreeReader['readPage'] = (page, report) => {
    const bytes = file.read(page)
    return bytes && decodePage(file, { page, bytes, seen, report })
  }
  return {
    seen,
    readPage,
    *walk(root, report, kind) {
      let expected = kind
      const waiting = [root]
      for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
        if (seen.has(page)) {
          report({ page, reason: 'it belongs to another table' })
          continue
        }
        const content = readPage(page, report)
        expected ??= content?.kind
        if (content === undefined || content.kind !== expected) {
          report({ page, reason: 'it cannot be read' })
          continue
        }
        seen.add(page)
        yield* content.rows
        waiting.push(...content.children.toReversed())
      }
    },
  }
}

/** The first page of a file begins with its header. */
const FILE_HEADER_BYTES = 100

const TYPES: Readonly<Record<number, { kind: TreeKind; isLeaf: boolean }>> = {
  2: { kind: 'index', isLeaf: false },
  5: { kind: 'table', isLeaf: false },
  10: { kind: 'index', isLeaf: true },
  13: { kind: 'table', isLeaf: true },
}

interface ReadPage {
  page: number
  bytes: Buffer
  seen: Set<number>
  report: Report
}

/** Decodes a page: https://www.sqlite.org/fileformat2.html#b_tree_pages */
function decodePage(file: PageFile, read: ReadPage): PageContent | undefined {
  const { page, bytes } = read
  const start = page === 1 ? FILE_HEADER_BYTES : 0
  const type = TYPES[bytes.readUInt8(start)]
  if (type === undefined) return undefined
  const { kind, isLeaf } = type
  const cells = listCells(file, read, { start, isLeaf })
  const children = isLeaf
    ? []
    : [...cells.map((at) => bytes.readUInt32BE(at)), bytes.readUInt32BE(start + 8)]
  if (!isLeaf && kind === 'table') return { kind, rows: [], children }
  const rows = cells
    .map((at) => at + (isLeaf ? 0 : 4))
    .flatMap((at) => tryToRead(file, read, at, kind))
  return { kind, rows, children }
}

/** Lists where the rows of a page, or the pages below it, are recorded. */
function listCells(
  { usableSize }: PageFile,
  { page, bytes, report }: ReadPage,
  { start, isLeaf }: { start: number; isLeaf: boolean },
): number[] {
  const pointers = start + (isLeaf ? 8 : 12)
  const end = pointers + 2 * bytes.readUInt16BE(start + 3)
  if (end > usableSize) {
    report({ page, reason: 'it has more rows than fit' })
    return []
  }
  const cells: number[] = []
  for (let at = pointers; at < end; at += 2) {
    const cell = bytes.readUInt16BE(at)
    if (cell >= end && cell <= usableSize - 4) cells.push(cell)
    else report({ page, reason: 'a row lies outside of it' })
  }
  return cells
}

function tryToRead(
  file: PageFile,
  { page, bytes, seen, report }: ReadPage,
  at: number,
  kind: TreeKind,
): StoredRow[] {
  try {
    return [readCell(file, { page: bytes, at, kind, seen })]
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof RangeError)) throw error
    report({ page, reason: error.message })
    return []
  }
}
