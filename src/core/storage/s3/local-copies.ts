import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { hashStream, type FileDigest } from '../digests.ts'
import { convertDiskErrors } from '../disk-errors.ts'
import { ignoreMissing } from '../missing-files.ts'
import { FILE } from '../modes.ts'
import type { LocalCopy } from '../object-store.ts'
import type { Bucket } from './bucket.ts'
import { headObject, type ObjectHead } from './head-object.ts'
import { readChunks } from './read-object.ts'
import { ignoreMissingObject, missingObject } from './s3-errors.ts'

/**
 * Downloads objects as files of this machine. The files used last stay for a while: a new original is needed for its
 * check, its derivatives and its tiles, and a file of tiles for every rendered image.
 */
export interface LocalCopies {
  /** @returns undefined if there is no such object */
  open(key: string): Promise<LocalCopy | undefined>
  /**
   * Computes size and SHA-256. Reads the object unless this process has downloaded the same bytes.
   * @throws an error with code `ENOENT` if there is no such object
   */
  digest(key: string): Promise<FileDigest>
  /** Deletes the copies of a key, or of all keys below it, as soon as nothing uses them. */
  forget(key: string): Promise<void>
}

interface Copy {
  key: string
  path: string
  size: number
  downloaded: Promise<void>
  users: number
  /** Whether to delete it when nothing uses it. */
  isStale: boolean
}

interface CopyOptions {
  /** Returns the folder of the copies. */
  folder: () => Promise<string>
  /** The total size above which unused copies are deleted, those first that were not used for the longest time. */
  maxBytes: number
}

const MAX_DIGESTS = 10_000

export function createLocalCopies(bucket: Bucket, options: CopyOptions): LocalCopies {
  const copies = createCopyCache(options.maxBytes)
  const digests = new LRUCache<string, string>({ max: MAX_DIGESTS })
  const download = async (key: string, head: ObjectHead, path: string): Promise<void> => {
    digests.set(identify(key, head), await downloadFile(bucket, key, path))
  }
  return {
    async open(key) {
      const head = await headObject(bucket, key)
      if (!head) return undefined
      const folder = await options.folder()
      const copy = copies.use(identify(key, head), () => {
        const path = join(folder, randomUUID())
        return { key, path, size: head.size, downloaded: download(key, head, path) }
      })
      const release = (): Promise<void> => copies.release(copy)
      try {
        await copy.downloaded
        return { path: copy.path, [Symbol.asyncDispose]: release }
      } catch (error) {
        copy.isStale = true
        await release()
        return await ignoreMissingObject(Promise.reject<undefined>(error))
      }
    },
    async digest(key) {
      const head = await headObject(bucket, key)
      if (!head) throw missingObject(key)
      const known = digests.get(identify(key, head))
      return { size: head.size, sha256: known ?? (await hashStream(readChunks(bucket, key))) }
    },
    forget: (key) => copies.forget(key),
  }
}

/** The copies by identity, those used last at the end. */
function createCopyCache(maxBytes: number) {
  const copies = new Map<string, Copy>()
  const discard = async (identity: string, { path }: Copy): Promise<void> => {
    copies.delete(identity)
    await ignoreMissing(unlink(path))
  }
  const discardUnused = async (): Promise<void> => {
    let bytes = [...copies.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [identity, copy] of copies) {
      if (copy.users > 0 || (!copy.isStale && bytes <= maxBytes)) continue
      bytes -= copy.size
      await discard(identity, copy)
    }
  }
  return {
    use(
      identity: string,
      download: () => Pick<Copy, 'key' | 'path' | 'size' | 'downloaded'>,
    ): Copy {
      const known = copies.get(identity)
      const copy = known && !known.isStale ? known : { ...download(), users: 0, isStale: false }
      copy.users += 1
      copies.delete(identity)
      copies.set(identity, copy)
      return copy
    },
    async release(copy: Copy): Promise<void> {
      copy.users -= 1
      await discardUnused()
    },
    async forget(prefix: string): Promise<void> {
      for (const copy of copies.values()) {
        if (`${copy.key}/`.startsWith(`${prefix}/`)) copy.isStale = true
      }
      await discardUnused()
    },
  }
}

/** Bytes with another size or ETag are not the same. */
function identify(key: string, { size, etag }: ObjectHead): string {
  return `${key} ${size} ${etag}`
}

/** @returns the SHA-256 in hexadecimal */
async function downloadFile(bucket: Bucket, key: string, path: string): Promise<string> {
  const hash = createHash('sha256')
  const hashing = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of readChunks(bucket, key)) {
      hash.update(chunk)
      yield chunk
    }
  }
  await convertDiskErrors(pipeline(hashing, createWriteStream(path, { flags: 'wx', mode: FILE })))
  return hash.digest('hex')
}
