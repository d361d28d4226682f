import { MICROS_PER_SECOND, parseTimestamp, formatTimestamp, type Micros } from '../base/clock.ts'
import { TRASH_DAYS } from '../base/limits.ts'
import { STORE_FOLDERS } from '../storage/keys.ts'
import type { ObjectStore } from '../storage/object-store.ts'

/** Retention of files in the trash. */
const TRASH_LIFETIME: Micros = TRASH_DAYS * 24 * 60 * 60 * MICROS_PER_SECOND

/**
 * Why files are in the trash:
 *
 * - `deleted`: the image was deleted
 * - `replaced`: the image got another file
 * - `unfinished`: a commit that was interrupted left the file
 * - `orphaned`: the daily sweep found no row that names the file
 * - `untracked`: an administrator moved it there with `storage prune`
 */
export const TRASH_REASONS = ['deleted', 'replaced', 'unfinished', 'orphaned', 'untracked'] as const
export type TrashReason = (typeof TRASH_REASONS)[number]

/** A file in the trash. */
export interface TrashedFile {
  /** Its key in the trash: `trash/<time>-<reason>/<former key>`. */
  key: string
  formerKey: string
  size: number
  /** Null if the former key contains none. */
  imageId: number | null
  movedAt: Micros
  deletedAfter: Micros
  reason: TrashReason
}

interface TrashFolder {
  movedAt: Micros
  reason: TrashReason
}

/**
 * Moves an object, or every object below a prefix, to the trash. Nothing else may have been moved there from the same
 * key at the same time for the same reason.
 * @returns false if there is nothing to move
 */
export async function moveToTrash(
  storage: Pick<ObjectStore, 'move'>,
  key: string,
  folder: TrashFolder,
): Promise<boolean> {
  return await storage.move(key, `${STORE_FOLDERS.trash}/${nameFolder(folder)}/${key}`)
}

/** Lists the files in the trash, by the time when they were moved there. Skips what the catalog did not move there. */
export async function* listTrash(
  storage: Pick<ObjectStore, 'listObjects'>,
): AsyncGenerator<TrashedFile> {
  for await (const { key, size } of storage.listObjects(STORE_FOLDERS.trash)) {
    const file = describe(key, size)
    if (file) yield file
  }
}

/** Returns a file in the trash; undefined if it is not there, or not any more. */
export async function findTrashed(
  storage: Pick<ObjectStore, 'stat'>,
  key: string,
): Promise<TrashedFile | undefined> {
  const found = await storage.stat(key)
  return found && describe(key, found.size)
}

/** Returns undefined for what the catalog did not move there. */
function describe(key: string, size: number): TrashedFile | undefined {
  const [, name = '', ...path] = key.split('/')
  const folder = parseFolder(name)
  if (!folder) return undefined
  const [kind = '', id = ''] = path
  return {
    key,
    formerKey: path.join('/'),
    size,
    imageId: kind !== STORE_FOLDERS.incoming && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null,
    deletedAfter: folder.movedAt + TRASH_LIFETIME,
    ...folder,
  }
}

/** Returns those of some former keys that the trash has. */
export async function findInTrash(
  storage: Pick<ObjectStore, 'listObjects'>,
  keys: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for await (const { formerKey } of listTrash(storage))
    if (keys.has(formerKey)) found.add(formerKey)
  return found
}

/** Deletes what was moved to the trash more than 30 days ago. @returns the number of deleted folders */
export async function deleteExpiredTrash(
  storage: Pick<ObjectStore, 'list' | 'removeBelow'>,
  now: Micros,
): Promise<number> {
  let deleted = 0
  for await (const { name } of storage.list(STORE_FOLDERS.trash)) {
    const folder = parseFolder(name)
    if (!folder || folder.movedAt + TRASH_LIFETIME > now) continue
    await storage.removeBelow(`${STORE_FOLDERS.trash}/${name}`)
    deleted += 1
  }
  return deleted
}

/** Deletes files in the trash for good, or only those of some images, and yields them. */
export async function* emptyTrash(
  storage: Pick<ObjectStore, 'listObjects' | 'remove' | 'removeEmpty'>,
  images?: ReadonlySet<number>,
): AsyncGenerator<TrashedFile> {
  for await (const file of listTrash(storage)) {
    if (images && !(file.imageId !== null && images.has(file.imageId))) continue
    await removeFromTrash(storage, file)
    yield file
  }
}

/** Deletes one file from the trash, with the folders that are empty then. */
export async function removeFromTrash(
  storage: Pick<ObjectStore, 'remove' | 'removeEmpty'>,
  { key }: Pick<TrashedFile, 'key'>,
): Promise<void> {
  await storage.remove(key)
  const names = key.split('/')
  for (let depth = names.length - 1; depth > 1; depth -= 1) {
    await storage.removeEmpty(names.slice(0, depth).join('/'))
  }
}

/** Names a folder like `2026-11-22T030000.123456Z-deleted`. */
function nameFolder({ movedAt, reason }: TrashFolder): string {
  return `${formatTimestamp(movedAt).replaceAll(':', '')}-${reason}`
}

const FOLDER_NAME = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{6}Z)-([a-z]+)$/

function parseFolder(name: string): TrashFolder | undefined {
  const [, hours, minutes, seconds, word] = FOLDER_NAME.exec(name) ?? []
  const reason = TRASH_REASONS.find((known) => known === word)
  const movedAt = parseTimestamp(`${hours}:${minutes}:${seconds}`)
  return reason && movedAt !== undefined ? { movedAt, reason } : undefined
}
