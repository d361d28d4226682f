import { open, type FileHandle } from 'node:fs/promises'

/** Enough for what tells format and camera data: they stand at the beginning. */
export const HEAD_BYTES = 64 * 1024

/** A file that is open; its bytes are only there until it is closed. */
export interface OpenPicture extends AsyncDisposable {
  readonly size: number
  /** The beginning. */
  readonly head: Buffer
  /**
   * The bytes from a position on, until the next call: at least `least`, of at most {@link HEAD_BYTES},
   * fewer only where the file ends before.
   */
  bytesAt(position: number, least: number): Promise<Buffer>
}

/** Given back after each file: a new buffer for each of many thousands would fill the memory. */
const spare: Buffer[] = []

export async function openPicture(path: string, size: number): Promise<OpenPicture> {
  const file = await open(path, 'r')
  const head = openWindow(file)
  const further = openWindow(file)
  const close = async (): Promise<void> => {
    head.release()
    further.release()
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
    async bytesAt(position, least) {
      if (!Number.isSafeInteger(position) || position < 0 || position >= size)
        return Buffer.alloc(0)
      const window = [head, further].find((one) => one.holds(position, least))
      if (window) return window.from(position)
      await further.move(position)
      return further.from(position)
    },
    [Symbol.asyncDispose]: close,
  }
}

/** A part of the file in memory; the buffer is taken when it is first needed. */
function openWindow(file: FileHandle) {
  let buffer: Buffer | undefined
  let start = 0
  let length = 0
  return {
    async move(position: number): Promise<void> {
      buffer ??= spare.pop() ?? Buffer.allocUnsafeSlow(HEAD_BYTES)
      const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, position)
      start = position
      length = bytesRead
    },
    holds: (position: number, least: number): boolean =>
      position >= start && position + least <= start + length,
    from: (position: number): Buffer =>
      buffer?.subarray(position - start, length) ?? Buffer.alloc(0),
    release(): void {
      if (buffer) spare.push(buffer)
      buffer = undefined
    },
  }
}
