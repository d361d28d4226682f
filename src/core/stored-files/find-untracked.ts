import type { Store } from '../database/store.ts'
import type { Config } from '../config/config.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import { isBeingLoaded } from '../database/load-lock.ts'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../base/clock.ts'
import {
  findUnknownSlots,
  findUnreferenced,
  type StoredVersion,
} from '../queries/images/file-references.ts'
import { splitIntoBatches } from '../base/split-into-batches.ts'
import { filterOlder } from '../storage/filter-older.ts'
import { isVersion, STORE_FOLDERS } from '../storage/keys.ts'
import type { ListedEntry, ObjectStore } from '../storage/object-store.ts'
import type { ImageRange } from './name-files.ts'

/** A file or folder of the store that no row names. */
export interface Untracked {
  /** Key, or key prefix of several files. */
  prefix: string
  /** Null if its path contains none. */
  imageId: number | null
}

/** Younger files may belong to an operation that is still running. */
const AGE_SECONDS = 60 * 60

const BATCH_SIZE = 200

interface Selection extends ImageRange {
  signal: AbortSignal
  /** Only files that are older than this; an hour by default. */
  ageSeconds?: number
}

/**
 * Finds files of the store that no row names, except young ones. Uploads whose slot exists are tracked. Finds
 * nothing while a dump is loaded, because its files are stored before their rows.
 */
export async function* findUntracked(
  catalog: { address: DatabaseAddress; clock: Clock; config: Config; storage: ObjectStore } & Pick<
    Store,
    'reads'
  >,
  selection: Selection,
): AsyncGenerator<Untracked> {
  const { ageSeconds = AGE_SECONDS } = selection
  const before = catalog.clock.now() - ageSeconds * MICROS_PER_SECOND
  const { originals, derivatives, tiles } = STORE_FOLDERS
  for (const folder of [originals, derivatives, tiles]) {
    const entries = listVersions(catalog, folder, { ...selection, before })
    for await (const batch of splitIntoBatches(entries, BATCH_SIZE)) {
      selection.signal.throwIfAborted()
      if (await isBeingLoaded(catalog)) return
      yield* batch.filter((entry) => !isStoredVersion(entry))
      const versions = batch.filter(isStoredVersion)
      const unreferenced = await findUnreferenced(catalog.reads, versions)
      yield* unreferenced
      const removed = new Set(unreferenced.map(({ prefix }) => prefix))
      const others = versions.filter(({ prefix }) => !removed.has(prefix))
      for (const version of others) yield* listExtraFiles(catalog, version, before)
    }
  }
  if (selection.image !== undefined) return
  yield* findUntrackedUploads(catalog, before, selection.signal)
}

/** The names of the files that a version or a generation consists of. */
const FILE_NAMES = /^(original\.[a-z0-9]+|(thumbnail|display|corrected)\.jpg|tiles\.bin)$/

/** Lists what another program stored beside the files of a version. */
async function* listExtraFiles(
  { storage }: { storage: ObjectStore },
  { prefix, imageId }: StoredVersion,
  before: Micros,
): AsyncGenerator<Untracked> {
  for await (const { name, changedAt } of storage.list(prefix)) {
    if (changedAt < before && !FILE_NAMES.test(name)) yield { prefix: `${prefix}/${name}`, imageId }
  }
}

async function* findUntrackedUploads(
  { reads, storage }: { storage: ObjectStore } & Pick<Store, 'reads'>,
  before: Micros,
  signal: AbortSignal,
): AsyncGenerator<Untracked> {
  const folder = STORE_FOLDERS.incoming
  const ids = filterOlder(before, storage.list(folder))
  for await (const batch of splitIntoBatches(ids, BATCH_SIZE)) {
    signal.throwIfAborted()
    for (const id of await findUnknownSlots(reads, batch)) {
      yield { prefix: `${folder}/${id}`, imageId: null }
    }
  }
}

interface Entry extends Untracked {
  /** Undefined if the name is not a version, as of a file that another program stored there. */
  version: string | undefined
}

interface OldFolders extends Selection {
  before: Micros
}

async function* listVersions(
  { storage }: { storage: ObjectStore },
  folder: string,
  selection: OldFolders,
): AsyncGenerator<Entry> {
  for await (const { name, changedAt, entries } of storage.listFolders(folder)) {
    const imageId = /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null
    if (!isSelected(imageId, selection)) continue
    if (imageId !== null) yield* listVersionsOfImage(entries(), { folder, imageId }, selection)
    else if (changedAt < selection.before)
      yield { prefix: `${folder}/${name}`, imageId, version: undefined }
  }
}

function isSelected(imageId: number | null, { image, from = 0 }: ImageRange): boolean {
  return image === undefined ? (imageId ?? from) >= from : imageId === image
}

async function* listVersionsOfImage(
  entries: AsyncIterable<ListedEntry>,
  { folder, imageId }: { folder: string; imageId: number },
  { before }: OldFolders,
): AsyncGenerator<Entry> {
  for await (const { name, changedAt } of entries) {
    const version = isVersion(name) ? name : undefined
    if (changedAt < before) yield { prefix: `${folder}/${imageId}/${name}`, imageId, version }
  }
}

function isStoredVersion(entry: Entry): entry is Entry & StoredVersion {
  return entry.version !== undefined && entry.imageId !== null
}
