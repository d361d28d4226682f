import { closeSync, fstatSync, openSync } from 'node:fs'
import { readAt } from './read-at.ts'
import { openWriteAheadLog } from './write-ahead-log.ts'

/**
 * The pages of a database file, with the committed pages of its write-ahead log. Reads the format itself, since SQLite refuses
 * files with a damaged header, schema or inner page: https://www.sqlite.org/fileformat2.html
 */
export interface PageFile extends Disposable {
  /** Bytes of a page without those that are reserved at its end. */
  readonly usableSize: number
  readonly pageCount: number
  /** Whether the first page begins with the header of a database. */
  readonly hasHeader: boolean
  /** Reads a page by its number, from 1. Returns undefined if the file does not have it, or the disk cannot read it. */
  read(page: number): Buffer | undefined
}

const HEADER = 'SQLite format 3\0'
/** That of every database that the program creates. */
const PAGE_SIZE = 4096

export function openPageFile(path: string): PageFile {
  const file = openSync(path, 'r')
  try {
    const { hasHeader, pageSize, reserved } = readHeader(file)
    const log = openWriteAheadLog(`${path}-wal`, pageSize)
    const pageCount = log?.pageCount ?? Math.ceil(fstatSync(file).size / pageSize)
    return {
      usableSize: pageSize - reserved,
      pageCount,
      hasHeader,
      read(page) {
        if (page < 1 || page > pageCount) return undefined
        return log?.read(page) ?? readAt(file, (page - 1) * pageSize, pageSize)
      },
      [Symbol.dispose]() {
        closeSync(file)
        log?.[Symbol.dispose]()
      },
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function readHeader(file: number): { hasHeader: boolean; pageSize: number; reserved: number } {
  const header = readAt(file, 0, 100)
  if (header?.toString('latin1', 0, HEADER.length) !== HEADER)
    return { hasHeader: false, pageSize: PAGE_SIZE, reserved: 0 }
  const size = header.readUInt16BE(16)
  const isPowerOfTwo = size >= 512 && (size & (size - 1)) === 0
  // 65,536 does not fit into the field.
  const pageSize = size === 1 ? 65_536 : isPowerOfTwo ? size : PAGE_SIZE
  return { hasHeader: true, pageSize, reserved: header.readUInt8(20) }
}
