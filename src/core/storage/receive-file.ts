import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { CatalogError } from '../base/errors.ts'
import type { FileDigest } from './digests.ts'
import { freeMemory } from './free-memory.ts'
import { FILE } from './modes.ts'

/** Bytes of one write; each write costs a round trip through the thread pool. */
const BUFFER_BYTES = 1024 ** 2

/** Bytes after which a sync starts, so that the disk works while the rest still arrives. */
const SYNC_BYTES = 16 * 1024 ** 2

/**
 * Writes a stream to a new file and syncs it. A chunk may be reused once the next one is requested.
 * @throws CatalogError kind `too_large` past `limit` bytes; after any failure part of the file remains
 */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  path: string,
  limit: number,
): Promise<FileDigest> {
  await using file = await open(path, 'wx', FILE)
  const hash = createHash('sha256')
  const writer = createBufferedWriter(file, Math.min(BUFFER_BYTES, limit))
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge(limit)
      hash.update(chunk)
      await writer.add(chunk)
    }
    await writer.finish()
  } finally {
    // Also after a failure: no write may be pending when the file is closed.
    await writer.settle()
  }
  return { size, sha256: hash.digest('hex') }
}

function tooLarge(limit: number): CatalogError {
  return new CatalogError('too_large', `The file is larger than ${limit} bytes.`)
}

/** Collects chunks in one buffer while the other one is written. */
function createBufferedWriter(file: FileHandle, bufferBytes: number) {
  let buffer: Buffer = Buffer.allocUnsafeSlow(bufferBytes)
  let spare: Buffer | undefined
  let [collected, unsynced] = [0, 0]
  let writing: Promise<void> = Promise.resolve()
  let syncing: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    await writing
    writing = deferRejection(writeAll(file, buffer))
    ;[buffer, spare] = [spare ?? Buffer.allocUnsafeSlow(bufferBytes), buffer]
    unsynced += collected
    collected = 0
    if (unsynced < SYNC_BYTES) return
    await syncing
    await writing
    syncing = deferRejection(file.datasync())
    unsynced = 0
  }
  return {
    /** Copies the chunk, which may be reused when this resolves. */
    async add(chunk: Uint8Array): Promise<void> {
      for (let rest = chunk; rest.byteLength > 0;) {
        const fitting = rest.subarray(0, buffer.length - collected)
        buffer.set(fitting, collected)
        collected += fitting.byteLength
        rest = rest.subarray(fitting.byteLength)
        if (collected === buffer.length) await write()
      }
    },
    /** Throws the error of any write or sync: the system reports a lost write only once. */
    async finish(): Promise<void> {
      await writing
      await writeAll(file, buffer.subarray(0, collected))
      await syncing
      await file.sync()
    },
    /** Resolves when no write or sync is pending. */
    async settle(): Promise<void> {
      await Promise.allSettled([writing, syncing])
      freeMemory(buffer)
      if (spare) freeMemory(spare)
    },
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) written += (await file.write(bytes, written)).bytesWritten
}

/** Handles the rejection of a promise that is awaited later, so that Node does not report it as unhandled. */
function deferRejection(work: Promise<void>): Promise<void> {
  work.catch(() => undefined)
  return work
}
