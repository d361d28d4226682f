import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'

export interface FileDigest {
  size: number
  /** In hexadecimal. */
  sha256: string
}

/** SHA-256 digests of files. Digests of files that this process wrote are cached. */
export interface Digests {
  /** Stores the digest that was computed while the file was written. */
  store(path: string, sha256: string): Promise<void>
  compute(path: string): Promise<FileDigest>
}

const MAX_CACHED = 10_000

/**
 * The cache key is device, inode, size and modification time, not the name: a hard link shares the digest of its file, and
 * a new file under an old name does not.
 */
export function createDigests(): Digests {
  const known = new LRUCache<string, string>({ max: MAX_CACHED })
  return {
    async store(path, sha256) {
      known.set((await identify(path)).identity, sha256)
    },
    async compute(path) {
      const { identity, size } = await identify(path)
      return { size, sha256: known.get(identity) ?? (await hashFile(path)) }
    },
  }
}

async function identify(path: string): Promise<{ identity: string; size: number }> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true })
  return { identity: `${dev}:${ino}:${size}:${mtimeNs}`, size: Number(size) }
}

/** Computes the digest of a file that is read only once. */
export async function computeDigest(path: string): Promise<FileDigest> {
  return { size: (await stat(path)).size, sha256: await hashFile(path) }
}

function hashFile(path: string): Promise<string> {
  return hashStream(createReadStream(path, { highWaterMark: 256 * 1024 }))
}

/** Computes the SHA-256 in hexadecimal. */
export async function hashStream(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}
