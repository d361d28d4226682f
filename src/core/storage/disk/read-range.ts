import type { FileHandle } from 'node:fs/promises'

/** Creates a function that reads parts of a file. It returns fewer bytes only at the end of the file. */
export function createRangeReader(handle: FileHandle) {
  return async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await handle.read(bytes, 0, length, offset)
    return bytes.subarray(0, bytesRead)
  }
}
