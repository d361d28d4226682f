import { isReferenced } from '../queries/file-references.ts'
import type { Services } from '../services.ts'
import { STORE_FOLDERS } from '../storage/keys.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { listTrash, removeFromTrash, type TrashedFile } from './trash.ts'

/** The files to restore: by their former keys or those of a folder above, or all of some images. */
export interface TrashSelection {
  keys: ReadonlySet<string>
  images: ReadonlySet<number>
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

/** Puts files from the trash back to their former keys, the newest first. Never overwrites a file. */
export async function* restoreTrash(
  { reads, storage }: Pick<Services, 'reads' | 'storage'>,
  selection: TrashSelection,
): AsyncGenerator<RestoredFile> {
  const files: TrashedFile[] = []
  for await (const file of listTrash(storage)) if (isSelected(file, selection)) files.push(file)
  files.sort((one, other) => other.movedAt - one.movedAt)
  for (const file of files) {
    const state = await restoreFile(storage, file)
    const isKnown = state !== 'restored' || (await isNamed(reads, file.formerKey))
    yield { file, state: isKnown ? state : 'unreferenced' }
  }
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

async function isNamed(reads: Services['reads'], key: string): Promise<boolean> {
  const [kind, id, version] = key.split('/')
  if (kind === STORE_FOLDERS.incoming || version === undefined) return false
  return await isReferenced(reads, `${kind}/${id}/${version}`)
}
