import type { FileHandle } from 'node:fs/promises'
import type { ReadBytes } from '../model/jpeg-segments.ts'

const WINDOW_BYTES = 64 * 1024

/** Reads a file in windows of 64 KiB, because the parts of a header may be as small as four bytes. */
export function createWindowedReader(file: FileHandle): ReadBytes {
  const buffer = Buffer.alloc(WINDOW_BYTES)
  let start = 0
  let length = 0
  return async (position, least) => {
    if (!Number.isSafeInteger(position)) return Buffer.alloc(0)
    if (position < start || position + least > start + length) {
      start = position
      length = (await file.read(buffer, 0, WINDOW_BYTES, position)).bytesRead
    }
    return buffer.subarray(position - start, length)
  }
}
