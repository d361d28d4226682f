import { open, type FileHandle } from 'node:fs/promises'

/** Enough for what tells format and camera data: they stand at the beginning. */
export const HEAD_BYTES = 64 * 1024

/** A file that is open, and its beginning. */
export interface OpenPicture extends AsyncDisposable {
  readonly file: FileHandle
  readonly size: number
  readonly head: Buffer
}

export async function openPicture(path: string, size: number): Promise<OpenPicture> {
  const file = await open(path, 'r')
  try {
    const length = Math.min(size, HEAD_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, 0)
    const head = buffer.subarray(0, bytesRead)
    return { file, size, head, [Symbol.asyncDispose]: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}
