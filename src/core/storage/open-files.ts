import { open, type FileHandle } from 'node:fs/promises'
import { sep } from 'node:path'
import { LRUCache } from 'lru-cache'
import { ignoreMissing } from './missing-files.ts'
import type { ByteRange } from './object-store.ts'

/**
 * Reads ranges of files, and keeps the files open that were read last: to open and close a file costs more than to read
 * 64 KB of it.
 */
export interface OpenFiles extends AsyncDisposable {
  /** @returns undefined if there is no such file */
  read(path: string, range: ByteRange): Promise<Buffer | undefined>
  /** Closes a file, or all files in a folder, so that they are not read from after they have been removed. */
  close(path: string): Promise<void>
}

const MAX_OPEN = 128

/** Lifetime of an open file. If another process removes the file, it takes up space until then. */
const OPEN_MS = 10_000

type Opening = Promise<FileHandle | undefined>

export function createOpenFiles(): OpenFiles {
  const files = new LRUCache<string, Opening>({
    max: MAX_OPEN,
    ttl: OPEN_MS,
    ttlAutopurge: true,
    dispose: (opening) => void closeFile(opening),
  })
  const get = (path: string): Opening => {
    const known = files.get(path)
    if (known) return known
    const opening = ignoreMissing(open(path))
    files.set(path, opening)
    opening.then((file) => file ?? files.delete(path)).catch(() => files.delete(path))
    return opening
  }
  const closeAll = async (paths: string[]): Promise<void> => {
    const closing = paths.map((path) => closeFile(files.peek(path)))
    for (const path of paths) files.delete(path)
    await Promise.all(closing)
  }
  return {
    async read(path, { start, end }) {
      // A file that is closed now waits for the read below, because it is the first to continue.
      const file = await get(path)
      if (!file) return undefined
      const bytes = Buffer.allocUnsafe(end - start + 1)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
      return bytes.subarray(0, bytesRead)
    },
    close: (path) =>
      closeAll([...files.keys()].filter((key) => key === path || key.startsWith(path + sep))),
    [Symbol.asyncDispose]: () => closeAll([...files.keys()]),
  }
}

/** Waits for reads that have begun. */
async function closeFile(opening: Opening | undefined): Promise<void> {
  try {
    const file = await opening
    await file?.close()
  } catch {
    // A file that was only read loses nothing.
  }
}
