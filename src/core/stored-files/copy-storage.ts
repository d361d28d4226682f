import type { Reads } from '../database/store.ts'
import type { LocalCopy, ObjectStore } from '../storage/object-store.ts'
import { nameFiles, type NamedFile } from './name-files.ts'
import type { StorageFinding } from './verify-storage.ts'

export interface CopyTotals {
  copied: number
  bytes: number
  /** Files that the target had already. */
  present: number
}

export interface StorageCopy {
  reads: Reads
  source: ObjectStore
  target: ObjectStore
  signal: AbortSignal
  /** Updated after each file. */
  totals: CopyTotals
}

const AT_ONCE = 4

/**
 * Copies the files that rows name to another store, and yields those that could not be copied. A file that the target has
 * with the same size is not copied again, so a repetition continues. Every copy is read back and compared by SHA-256.
 */
export async function* copyStorage(copy: StorageCopy): AsyncGenerator<StorageFinding> {
  for await (const batch of nameFiles(copy.reads)) {
    for (let start = 0; start < batch.length; start += AT_ONCE) {
      copy.signal.throwIfAborted()
      const part = batch.slice(start, start + AT_ONCE)
      const copying = part.map((file) => copyFile(copy, file))
      // Nothing is copied any more when an error is thrown.
      await Promise.allSettled(copying)
      const found = await Promise.all(copying)
      yield* found.filter((finding) => finding !== undefined)
    }
  }
}

async function copyFile(
  { source, target, totals }: StorageCopy,
  file: NamedFile,
): Promise<StorageFinding | undefined> {
  const present = await target.stat(file.key)
  const size = file.size ?? (present && (await source.stat(file.key))?.size)
  if (present && present.size === size) {
    totals.present += 1
    return undefined
  }
  await using from = await source.localCopy(file.key)
  if (!from) return describe(file, 'missing', `A file of image ${file.imageId} is missing.`)
  const digest = await source.digest(file.key)
  if ((file.sha256 ?? digest.sha256) !== digest.sha256)
    return describe(file, 'changed', 'Its SHA-256 is not the recorded one. It was not copied.')
  if (!(await putVerified(target, from, { key: file.key, sha256: digest.sha256 })))
    return describe(file, 'changed', 'Its copy had another SHA-256 and was removed.')
  totals.copied += 1
  totals.bytes += digest.size
  return undefined
}

/** Returns false if the copy is not the same file. */
async function putVerified(
  target: ObjectStore,
  from: LocalCopy,
  { key, sha256 }: { key: string; sha256: string },
): Promise<boolean> {
  await target.putFile(from.path, key)
  const stored = await target.digest(key)
  if (stored.sha256 === sha256) return true
  await target.remove(key)
  return false
}

function describe(
  { key, imageId }: NamedFile,
  code: StorageFinding['code'],
  message: string,
): StorageFinding {
  return { code, path: key, image: imageId, message }
}
