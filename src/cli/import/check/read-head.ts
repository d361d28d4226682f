import { open, type FileHandle } from 'node:fs/promises'

/** Enough for what tells format and camera data: they stand at the beginning. */
export const HEAD_BYTES = 64 * 1024

/** A file that is open, and its beginning, which is only there until it is closed. */
export interface OpenPicture extends AsyncDisposable {
  readonly file: FileHandle
  readonly size: number
  readonly head: Buffer
}

/** Given back after each file: a new buffer for each of many thousands would fill the memory. */
const spare: Buffer[] = []

export async function openPicture(path: string, size: number): Promise<OpenPicture> {
  const file = await open(path, 'r')
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(HEAD_BYTES)
  const close = async (): Promise<void> => {
    spare.push(buffer)
    await file.close()
  }
  try {
    const { bytesRead } = await file.read(buffer, 0, Math.min(size, HEAD_BYTES), 0)
    return { file, size, head: buffer.subarray(0, bytesRead), [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}
