import { readSync } from 'node:fs'

/** Reads bytes of an open file. Returns undefined at its end, or if the disk cannot read them. */
export function readAt(file: number, position: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length)
  try {
    return readSync(file, bytes, 0, length, position) === length ? bytes : undefined
  } catch {
    return undefined
  }
}
