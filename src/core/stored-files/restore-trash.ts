import type { Store } from '../database/store.ts'
import { isReferenced } from '../queries/images/file-references.ts'
import { STORE_FOLDERS } from '../storage/keys.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { findTrashed, listTrash, removeFromTrash, type TrashedFile } from './trash.ts'

/** The files to restore. */
export interface TrashSelection {
  /** Former keys, or those of folders above. */
  keys: ReadonlySet<string>
  images: ReadonlySet<number>
  /** Whether to restore all files that rows name and that are missing. */
  missing: boolean
}

/**
 * - `restored`: the file is back, and a row names it
 * - `unreferenced`: the file is back, but no row names it, so that the daily sweep moves it to the trash again
 * - `present`: the same file was there already
 * - `conflict`: another file is there, and nothing was changed
 */
export type RestoreState = 'restored' | 'unreferenced' | 'present' | 'conflict'

export interface RestoredFile {
  file: TrashedFile
  state: RestoreState
}

/**
 * Puts files from the trash back to their former keys, the newest first. Never overwrites a file. Only the keys of the selected
 * files are held in memory.
 */
export async function* restoreTrash(
  { reads, storage }: { storage: ObjectStore } & Pick<Store, 'reads'>,
  selection: TrashSelection,
): AsyncGenerator<RestoredFile> {
  const keys: string[] = []
  for await (const file of listTrash(storage)) {
    if (isSelected(file, selection) || (await isMissing(file, { reads, storage, selection })))
      keys.push(file.key)
  }
  // The keys begin with the time.
  for (const key of keys.sort().reverse()) {
    const file = await findTrashed(storage, key)
    if (!file) continue
    const state = await restoreFile(storage, file)
    const isKnown = state !== 'restored' || (await isNamed(reads, file.formerKey))
    yield { file, state: isKnown ? state : 'unreferenced' }
  }
}

async function isMissing(
  { formerKey }: TrashedFile,
  {
    reads,
    storage,
    selection,
  }: { storage: ObjectStore } & Pick<Store, 'reads'> & { selection: TrashSelection },
): Promise<boolean> {
  if (!selection.missing || !(await isNamed(reads, formerKey))) return false
  return (await storage.stat(formerKey)) === undefined
}

function isSelected({ formerKey, imageId }: TrashedFile, { keys, images }: TrashSelection) {
  if (imageId !== null && images.has(imageId)) return true
  return [...keys].some((key) => formerKey === key || formerKey.startsWith(`${key}/`))
}

async function restoreFile(
  storage: ObjectStore,
  file: TrashedFile,
): Promise<'restored' | 'present' | 'conflict'> {
  const { key, formerKey } = file
  if (await storage.stat(formerKey)) {
    if (!(await isSame(storage, key, formerKey))) return 'conflict'
    await removeFromTrash(storage, file)
    return 'present'
  }
  const { durable } = await storage.duplicate(key, formerKey)
  await durable
  await removeFromTrash(storage, file)
  return 'restored'
}

async function isSame(storage: ObjectStore, one: string, other: string): Promise<boolean> {
  const [first, second] = [await storage.digest(one), await storage.digest(other)]
  return first.sha256 === second.sha256
}

async function isNamed(reads: Store['reads'], key: string): Promise<boolean> {
  const [kind, id, version] = key.split('/')
  if (kind === STORE_FOLDERS.incoming || version === undefined) return false
  return await isReferenced(reads, `${kind}/${id}/${version}`)
}
