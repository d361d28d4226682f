import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { CatalogError } from '../errors.ts'
import type { FileDigest } from './digests.ts'

/** Written in one go: each piece costs a turn through the pool of threads. */
const PIECE_BYTES = 1024 ** 2

/** The disk begins to work so often while the rest still arrives, instead of with all of it at the end. */
const SYNC_BYTES = 16 * 1024 ** 2

/**
 * Writes a stream into a new file, all of whose bytes are on the disk when this is fulfilled.
 * @throws CatalogError kind `too_large` past `limit` bytes; then and after other failures part of the file stays
 */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  path: string,
  limit: number,
): Promise<FileDigest> {
  await using file = await open(path, 'wx')
  const hash = createHash('sha256')
  const writer = createWriter(file)
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge(limit)
      hash.update(chunk)
      await writer.add(chunk)
    }
  } finally {
    // Also after a failure: nothing may be at work on the file when it is closed.
    await writer.settle()
  }
  await writer.finish()
  return { size, sha256: hash.digest('hex') }
}

function tooLarge(limit: number): CatalogError {
  return new CatalogError('too_large', `The file is larger than ${limit} bytes.`)
}

/** Collects chunks into pieces, and lets the disk work on one while the next is collected. */
function createWriter(file: FileHandle) {
  let piece: Uint8Array[] = []
  let [collected, unsynced] = [0, 0]
  let writing: Promise<void> = Promise.resolve()
  let syncing: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    await writing
    writing = noticed(file.writeFile(Buffer.concat(piece)))
    unsynced += collected
    ;[piece, collected] = [[], 0]
    if (unsynced < SYNC_BYTES) return
    await syncing
    await writing
    syncing = noticed(file.datasync())
    unsynced = 0
  }
  return {
    async add(chunk: Uint8Array): Promise<void> {
      piece.push(chunk)
      collected += chunk.byteLength
      if (collected >= PIECE_BYTES) await write()
    },
    settle: async () => void (await Promise.allSettled([writing, syncing])),
    /** Throws what any of the writes or syncs threw: the system tells a lost write only once. */
    async finish(): Promise<void> {
      await write()
      await writing
      await syncing
      await file.sync()
    },
  }
}

/** Awaited later, so a failure meanwhile is no unhandled one. */
function noticed(work: Promise<void>): Promise<void> {
  work.catch(() => undefined)
  return work
}
