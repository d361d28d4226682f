import { open, type FileHandle } from 'node:fs/promises'

/** Covers the file signature and the Exif data at the start of a file. */
export const HEAD_BYTES = 64 * 1024

/** An open image file. Its buffers are valid until it is closed. */
export interface OpenPicture extends AsyncDisposable {
  readonly size: number
  /** The first {@link HEAD_BYTES} bytes. */
  readonly head: Buffer
  /**
   * Reads at least `minBytes` from a position, or fewer at the end of the file. The buffer is valid until the
   * next call.
   * @param minBytes at most {@link HEAD_BYTES}
   */
  bytesAt(position: number, minBytes: number): Promise<Buffer>
}

/** Buffers are reused: allocating one per file would exhaust memory with many thousands of files. */
const bufferPool: Buffer[] = []

export async function openPicture(path: string, size: number): Promise<OpenPicture> {
  const file = await open(path, 'r')
  const head = openWindow(file)
  const body = openWindow(file)
  const close = async (): Promise<void> => {
    head.release()
    body.release()
    await file.close()
  }
  try {
    await head.move(0)
  } catch (error) {
    await close()
    throw error
  }
  return {
    size,
    head: head.from(0),
    async bytesAt(position, minBytes) {
      if (!Number.isSafeInteger(position) || position < 0 || position >= size)
        return Buffer.alloc(0)
      const window = [head, body].find((one) => one.contains(position, minBytes))
      if (window) return window.from(position)
      await body.move(position)
      return body.from(position)
    },
    [Symbol.asyncDispose]: close,
  }
}

/** A part of the file in memory. Takes a buffer on first use. */
function openWindow(file: FileHandle) {
  let buffer: Buffer | undefined
  let start = 0
  let length = 0
  return {
    async move(position: number): Promise<void> {
      buffer ??= bufferPool.pop() ?? Buffer.allocUnsafeSlow(HEAD_BYTES)
      const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, position)
      start = position
      length = bytesRead
    },
    contains: (position: number, minBytes: number): boolean =>
      position >= start && position + minBytes <= start + length,
    from: (position: number): Buffer =>
      buffer?.subarray(position - start, length) ?? Buffer.alloc(0),
    release(): void {
      if (buffer) bufferPool.push(buffer)
      buffer = undefined
    },
  }
}
