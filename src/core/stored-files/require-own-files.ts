import type { Config } from '../config/config.ts'
import { filesFolder } from '../storage/disk/data-folder.ts'
import type { Reads, Store } from '../database/store.ts'
import { conflict, type CatalogError } from '../base/errors.ts'
import { STORE_FOLDERS } from '../storage/keys.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import {
  claimDatabaseId,
  newFilesId,
  readDatabaseId,
  readStorageId,
  writeStorageId,
} from './files-id.ts'
import { listSample } from './list-sample.ts'
import { nameFilesOfImage } from './name-files.ts'

/** The storage of a catalog, and where people find it. */
export interface StoragePlace<Storage = ReadableStorage> {
  storage: Storage
  /** The directory of the files; null if they are in a bucket. */
  folder: string | null
  /** The directory or the URL of the bucket, for messages. */
  name: string
}

type ReadableStorage = Pick<ObjectStore, 'stat' | 'read' | 'list'>

export function describeStorage<Storage>(
  config: Pick<Config, 'data' | 'files' | 'storageUrl'>,
  storage: Storage,
): StoragePlace<Storage> {
  const folder = config.storageUrl === null ? filesFolder(config) : null
  return { storage, folder, name: folder ?? config.storageUrl ?? '' }
}

/**
 * Requires that the storage has the image files of this database. Both have the same random id. A new pair gets one, and
 * so does a pair of an earlier version or a restored one, if a file that the database names is there: no other storage
 * has it, because versions are random. Otherwise the server would show nothing, and take the files for leftovers.
 * @param isShared whether servers with other directories may use the database
 * @throws CatalogError kind `conflict` that tells what does not belong together, and the ways on
 */
export async function requireOwnFiles(
  place: StoragePlace<ObjectStore>,
  store: Pick<Store, 'reads' | 'write'>,
  options: { isShared: boolean },
): Promise<void> {
  const { known, found } = await compareIds(place, store.reads, options)
  if (known === undefined || known !== found)
    await pair(place, store, known ?? found ?? newFilesId())
}

/**
 * Compares the ids, and the files of a pair that lacks one. Changes nothing.
 * @throws CatalogError as `requireOwnFiles` does
 */
export async function compareIds(
  place: StoragePlace,
  reads: Reads,
  { isShared }: { isShared: boolean },
): Promise<{ known: string | undefined; found: string | undefined }> {
  const known = await readDatabaseId(reads)
  const found = await readStorageId(place.storage, place.folder)
  if (known === undefined || found === undefined)
    await requireFit(place, reads, { isNew: known === undefined, isShared })
  else if (known !== found) throw ofOtherCatalog(place)
  return { known, found }
}

/** Requires that the storage has a file that the database names, or that neither has any. */
async function requireFit(
  place: StoragePlace,
  reads: Reads,
  { isNew, isShared }: { isNew: boolean; isShared: boolean },
): Promise<void> {
  const sample = await listSample(reads)
  if (sample.length === 0 && (await hasFiles(place))) throw withoutDatabase(place)
  if (sample.length > 0 && !(await hasOriginal(place, sample))) throw missing(place)
  // Without images, an empty directory may be that of this server alone.
  if (sample.length === 0 && !isNew && isShared) throw missing(place)
}

/** Gives both an id. Of several servers that do so at the same time, the first one wins. */
async function pair(
  { storage }: StoragePlace<ObjectStore>,
  store: Pick<Store, 'write'>,
  id: string,
): Promise<void> {
  await writeStorageId(storage, id)
  const claimed = await claimDatabaseId(store, id)
  if (claimed !== id) await writeStorageId(storage, claimed)
}

/**
 * Requires that a storage is empty before a new database is created for it.
 * @throws CatalogError kind `conflict` if it has image files
 */
export async function requireNoFiles(place: StoragePlace): Promise<void> {
  if (await hasFiles(place)) throw withoutDatabase(place)
}

/** Gives both the same id, whatever they had. */
export async function adoptFiles(
  { storage }: StoragePlace<ObjectStore>,
  store: Pick<Store, 'reads' | 'write'>,
): Promise<void> {
  const id = await claimDatabaseId(store, newFilesId())
  await writeStorageId(storage, id)
}

async function hasOriginal(
  { storage }: StoragePlace,
  sample: Awaited<ReturnType<typeof listSample>>,
): Promise<boolean> {
  for (const image of sample) {
    const [original] = nameFilesOfImage(image)
    if (original && (await storage.stat(original.key))) return true
  }
  return false
}

async function hasFiles({ storage }: StoragePlace): Promise<boolean> {
  for await (const _ of storage.list(STORE_FOLDERS.originals)) return true
  return false
}

const ADOPT = 'catalog admin storage adopt'

function ofOtherCatalog({ name }: StoragePlace): CatalogError {
  return conflict(`${name} has the image files of another catalog than this database.`, {
    hint: `Check --data, CATALOG_DATABASE_URL, CATALOG_FILES and CATALOG_STORAGE_URL. If they belong together, compare them with: ${ADOPT}`,
  })
}

function missing({ name }: StoragePlace): CatalogError {
  return conflict(`The image files that the database names are not in ${name}.`, {
    hint: `Mount the disk, or check CATALOG_FILES and CATALOG_STORAGE_URL. If the files are lost, restore a backup with catalog admin restore, or go on without them: ${ADOPT}`,
  })
}

function withoutDatabase({ name }: StoragePlace): CatalogError {
  return conflict(`${name} has image files, but there is no database that names them.`, {
    hint: 'Put the database back, rescue a damaged one with catalog admin recover, or restore a backup into another directory with catalog admin restore. For a new catalog, name an empty directory or bucket.',
  })
}
