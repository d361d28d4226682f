import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { publishFile } from '../../core/storage/disk/durable-files.ts'

const { O_CREAT, O_RDWR } = constants

/** Readable for the group, like all files in the data directory that are not secret. */
export const FILE_MODE = 0o640

const READ_BYTES = 1024 ** 2

/** The beginning of a file that is being received. It stays on the disk if the process ends. */
export interface PartialFile extends AsyncDisposable {
  /** Number of bytes received so far. */
  readonly size: number
  append(chunk: Uint8Array): Promise<void>
  /** Syncs the bytes received so far to disk. */
  sync(): Promise<void>
  /** Discards all bytes. */
  restart(): Promise<void>
  /** Returns the SHA-256 of all bytes in hexadecimal. */
  digest(): string
  /** Syncs the file, and renames it to its final path. */
  publish(path: string): Promise<void>
}

/**
 * Opens or creates a partial file. Hashes the bytes it already holds, so that the digest covers the whole file.
 * @param kept number of bytes to keep; all of them by default
 */
export async function openPartialFile(path: string, kept = Infinity): Promise<PartialFile> {
  const file = await open(path, O_RDWR | O_CREAT, FILE_MODE)
  if (kept < (await file.stat()).size) await file.truncate(kept)
  let size = 0
  let hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES, size)
    if (bytesRead === 0) break
    hash.update(buffer.subarray(0, bytesRead))
    size += bytesRead
  }
  return {
    get size() {
      return size
    },
    async append(chunk) {
      let written = 0
      while (written < chunk.length) {
        written += (await file.write(chunk, written, null, size + written)).bytesWritten
      }
      hash.update(chunk)
      size += chunk.length
    },
    sync: () => file.sync(),
    async restart() {
      await file.truncate(0)
      hash = createHash('sha256')
      size = 0
    },
    digest: () => hash.copy().digest('hex'),
    publish: (target) => publishFile(path, target),
    [Symbol.asyncDispose]: () => file.close(),
  }
}
