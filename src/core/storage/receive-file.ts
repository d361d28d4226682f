import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { CatalogError } from '../errors.ts'
import type { FileDigest } from './digests.ts'
import { freeMemory } from './free-memory.ts'
import { FILE } from './modes.ts'

/** Written in one go: each piece costs a turn through the pool of threads. */
const PIECE_BYTES = 1024 ** 2

/** The disk begins to work so often while the rest still arrives, instead of with all of it at the end. */
const SYNC_BYTES = 16 * 1024 ** 2

/**
 * Writes a stream into a new file, all of whose bytes are on the disk when this is fulfilled. It is done
 * with a chunk when it asks for the next one.
 * @throws CatalogError kind `too_large` past `limit` bytes; then and after other failures part of the file stays
 */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  path: string,
  limit: number,
): Promise<FileDigest> {
  await using file = await open(path, 'wx', FILE)
  const hash = createHash('sha256')
  const writer = createWriter(file, Math.min(PIECE_BYTES, limit))
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
    // Also after a failure: nothing may be at work on the file when it is closed.
    await writer.settle()
  }
  return { size, sha256: hash.digest('hex') }
}

function tooLarge(limit: number): CatalogError {
  return new CatalogError('too_large', `The file is larger than ${limit} bytes.`)
}

/** Collects chunks into a piece, and lets the disk work on it while the next one is collected. */
function createWriter(file: FileHandle, pieceBytes: number) {
  let piece: Buffer = Buffer.allocUnsafeSlow(pieceBytes)
  let spare: Buffer | undefined
  let [collected, unsynced] = [0, 0]
  let writing: Promise<void> = Promise.resolve()
  let syncing: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    await writing
    writing = noticed(writeAll(file, piece))
    ;[piece, spare] = [spare ?? Buffer.allocUnsafeSlow(pieceBytes), piece]
    unsynced += collected
    collected = 0
    if (unsynced < SYNC_BYTES) return
    await syncing
    await writing
    syncing = noticed(file.datasync())
    unsynced = 0
  }
  return {
    /** What the chunk holds has been copied when this is fulfilled. */
    async add(chunk: Uint8Array): Promise<void> {
      for (let rest = chunk; rest.byteLength > 0;) {
        const fitting = rest.subarray(0, piece.length - collected)
        piece.set(fitting, collected)
        collected += fitting.byteLength
        rest = rest.subarray(fitting.byteLength)
        if (collected === piece.length) await write()
      }
    },
    /** Throws what any of the writes or syncs threw: the system tells a lost write only once. */
    async finish(): Promise<void> {
      await writing
      await writeAll(file, piece.subarray(0, collected))
      await syncing
      await file.sync()
    },
    /** Fulfilled when nothing is at work on the file. */
    async settle(): Promise<void> {
      await Promise.allSettled([writing, syncing])
      freeMemory(piece)
      if (spare) freeMemory(spare)
    },
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) written += (await file.write(bytes, written)).bytesWritten
}

/** Awaited later, so a failure meanwhile is no unhandled one. */
function noticed(work: Promise<void>): Promise<void> {
  work.catch(() => undefined)
  return work
}
