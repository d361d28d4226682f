import type { Store } from '../database/store.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../base/clock.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import { hashStream } from '../storage/digests.ts'
import { ignoreMissing } from '../storage/missing-files.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { findUntracked } from './find-untracked.ts'
import { nameFiles, type ImageRange, type NamedFile } from './name-files.ts'

/** A difference between the rows and the files of a catalog. */
export interface StorageFinding {
  code: 'missing' | 'changed' | 'untracked'
  /** Key of the file, or of a folder of files that no row names. */
  path: string
  /** Null if no image is known. */
  image: number | null
  message: string
}

export interface StorageCheck extends ImageRange {
  /** Whether to compare sizes only. */
  quick?: boolean | undefined
  signal: AbortSignal
  /** Called after each batch with the id of its last image. */
  onProgress?: (imageId: number) => void
}

const AT_ONCE = 8

/**
 * Compares every file that rows name with its recorded size and SHA-256, and finds files that no row names. Holds a batch of
 * images in memory. Derivatives and tiles have no recorded digest: they must exist and not be empty.
 */
export async function* verifyStorage(
  catalog: { address: DatabaseAddress; clock: Clock; config: Config; storage: ObjectStore } & Pick<
    Store,
    'reads'
  >,
  check: StorageCheck,
): AsyncGenerator<StorageFinding> {
  const { storage } = catalog
  for await (const batch of nameFiles(catalog.reads, check)) {
    for (let start = 0; start < batch.length; start += AT_ONCE) {
      check.signal.throwIfAborted()
      const part = batch.slice(start, start + AT_ONCE)
      const found = await Promise.all(part.map((file) => examineFile(storage, file, check)))
      yield* found.flat()
    }
    const last = batch.at(-1)
    if (last) check.onProgress?.(last.imageId)
  }
  for await (const { prefix, imageId } of findUntracked(catalog, check)) {
    const message = `No row names ${prefix}.`
    yield { code: 'untracked', path: prefix, image: imageId, message }
  }
}

/** Compares a file with what is recorded about it. */
export async function examineFile(
  storage: Pick<ObjectStore, 'stat' | 'read'>,
  file: NamedFile,
  { quick = false }: Pick<StorageCheck, 'quick'>,
): Promise<StorageFinding[]> {
  const found = await storage.stat(file.key)
  if (!found) return [missing(file)]
  const problem = findSizeProblem(found.size, file)
  if (problem !== undefined) return [changed(file, problem)]
  if (quick || file.sha256 === null) return []
  const actual = await ignoreMissing(hashStream(storage.read(file.key)))
  // The stream does not tell a lost file from a lost storage.
  if (actual === undefined) return await examineFile(storage, file, { quick: true })
  return actual === file.sha256 ? [] : [changed(file, 'Its SHA-256 is not the recorded one.')]
}

function findSizeProblem(size: number, recorded: NamedFile): string | undefined {
  if (size === 0) return 'It is empty.'
  if ((recorded.size ?? size) === size) return undefined
  return `It has ${size} bytes instead of ${recorded.size}.`
}

function missing({ key, imageId }: NamedFile): StorageFinding {
  const message = `A file of image ${imageId} is missing.`
  return { code: 'missing', path: key, image: imageId, message }
}

function changed({ key, imageId }: NamedFile, message: string): StorageFinding {
  return { code: 'changed', path: key, image: imageId, message }
}
