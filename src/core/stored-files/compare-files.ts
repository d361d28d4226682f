import type { Store } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../base/clock.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import { listImageFiles } from '../queries/images/image-files.ts'
import { findUntracked } from './find-untracked.ts'
import { nameFilesOfImage } from './name-files.ts'

const BATCH_SIZE = 200

/** Counts of the files that a database and a storage have in common, and of those that one of them lacks. */
export interface FilesComparison {
  /** Originals that the database names and the storage has. */
  originals: number
  /** Originals that the storage lacks. */
  missing: number
  /** Files and folders of files that no row names and that are older than an hour. */
  untracked: number
}

/** Compares the names of all files in the storage with the database. Reads no file. */
export async function compareFiles(
  catalog: { address: DatabaseAddress; clock: Clock; config: Config; storage: ObjectStore } & Pick<
    Store,
    'reads'
  >,
  signal: AbortSignal,
): Promise<FilesComparison> {
  const { reads, storage } = catalog
  const found: FilesComparison = { originals: 0, missing: 0, untracked: 0 }
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const images = await listImageFiles(reads, { after, limit: BATCH_SIZE })
    const originals = images.flatMap((image) => nameFilesOfImage(image).slice(0, 1))
    const stats = await Promise.all(originals.map(({ key }) => storage.stat(key)))
    for (const stat of stats) found[stat ? 'originals' : 'missing'] += 1
    if (images.length < BATCH_SIZE) break
    after = images.at(-1)?.id ?? after
  }
  for await (const _ of findUntracked(catalog, { signal })) found.untracked += 1
  return found
}
