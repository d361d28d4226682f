import { closeSync, existsSync, openSync } from 'node:fs'
import { readAt } from './read-at.ts'

/** The committed pages of a write-ahead log: https://www.sqlite.org/fileformat2.html#walformat */
export interface WriteAheadLog extends Disposable {
  /** Pages of the database after the last commit. */
  pageCount: number
  /** Reads the newest version of a page; undefined if the log does not contain it. */
  read(page: number): Buffer | undefined
}

const LITTLE_ENDIAN = 0x37_7f_06_82
const BIG_ENDIAN = 0x37_7f_06_83
const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/** Opens a log for reading; returns undefined if there is none, or if it contains no commit. */
export function openWriteAheadLog(path: string, pageSize: number): WriteAheadLog | undefined {
  if (!existsSync(path)) return undefined
  const log = openSync(path, 'r')
  const { pages, pageCount } = indexPages(log, pageSize)
  if (pageCount === 0) {
    closeSync(log)
    return undefined
  }
  return {
    pageCount,
    read(page) {
      const offset = pages.get(page)
      return offset === undefined ? undefined : readAt(log, offset, pageSize)
    },
    [Symbol.dispose]: () => closeSync(log),
  }
}

/** Finds the newest committed version of each page. */
function indexPages(
  log: number,
  pageSize: number,
): { pages: Map<number, number>; pageCount: number } {
  const pages = new Map<number, number>()
  let uncommitted: [page: number, offset: number][] = []
  let pageCount = 0
  for (const { page, offset, commitSize } of readFrames(log, pageSize)) {
    uncommitted.push([page, offset])
    if (commitSize === 0) continue
    for (const [each, at] of uncommitted) pages.set(each, at)
    uncommitted = []
    pageCount = commitSize
  }
  return { pages, pageCount }
}

interface Frame {
  page: number
  offset: number
  /** Pages of the database after the commit that ends with this frame; 0 if none does. */
  commitSize: number
}

/** Reads the frames until the first whose checksum is wrong, as SQLite does. */
function* readFrames(log: number, pageSize: number): Generator<Frame> {
  const header = readHeader(log, pageSize)
  if (!header) return
  const { salts, isBigEndian } = header
  let { sums } = header
  for (let at = HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageSize) {
    const frame = readAt(log, at, FRAME_HEADER_BYTES + pageSize)
    if (!frame?.subarray(8, 16).equals(salts)) return
    sums = addToChecksum(sums, frame.subarray(0, 8), isBigEndian)
    sums = addToChecksum(sums, frame.subarray(FRAME_HEADER_BYTES), isBigEndian)
    if (frame.readUInt32BE(16) !== sums[0] || frame.readUInt32BE(20) !== sums[1]) return
    const [page, commitSize] = [frame.readUInt32BE(0), frame.readUInt32BE(4)]
    yield { page, commitSize, offset: at + FRAME_HEADER_BYTES }
  }
}

function readHeader(
  log: number,
  pageSize: number,
): { salts: Buffer; isBigEndian: boolean; sums: Checksum } | undefined {
  const header = readAt(log, 0, HEADER_BYTES)
  const magic = header?.readUInt32BE(0)
  const isBigEndian = magic === BIG_ENDIAN
  if (!header || !(isBigEndian || magic === LITTLE_ENDIAN)) return undefined
  if (header.readUInt32BE(8) !== pageSize) return undefined
  const sums = addToChecksum([0, 0], header.subarray(0, 24), isBigEndian)
  return { salts: header.subarray(16, 24), isBigEndian, sums }
}

type Checksum = readonly [number, number]

function addToChecksum([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  const read = (at: number): number =>
    isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)
  let [a, b] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + read(at) + b) >>> 0
    b = (b + read(at + 4) + a) >>> 0
  }
  return [a, b]
}
