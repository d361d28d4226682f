import type { Store } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { Logger } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../base/clock.ts'
import { isBeingLoaded } from '../database/load-lock.ts'
import { isBeingBackedUp } from '../database/locks.ts'
import {
  findUnknownSlots,
  findUnreferenced,
  type StoredVersion,
} from '../queries/images/file-references.ts'
import { splitIntoBatches } from '../base/split-into-batches.ts'
import { filterOlder } from '../storage/filter-older.ts'
import { isVersion, STORE_FOLDERS } from '../storage/keys.ts'
import { confirmKnownFiles } from '../stored-files/known-files.ts'
import { recordStoppedSweep } from '../stored-files/stopped-sweep.ts'
import { deleteExpiredTrash, moveToTrash } from '../stored-files/trash.ts'

/**
 * Younger files may belong to an operation that is still running, and a database that has known the files for a shorter
 * time may be an older copy.
 */
const AGE_SECONDS = 24 * 60 * 60

/** Files per query. */
const BATCH_SIZE = 200

/** Pause between two batches, to leave the disk to the rest of the server most of the time. */
const PAUSE_MS = 10

/** The most originals that a sweep moves to the trash, and the number that it moves of the smallest catalog, too. */
const MOST_ORPHANS = 100
const LEAST_ORPHANS = 10

type SweepServices = {
  address: DatabaseAddress
  clock: Clock
  config: Config
  log: Logger
  storage: ObjectStore
} & Pick<Store, 'reads' | 'write'>

/**
 * Cleans up orphaned files, which a killed process left in the store: older than a day and referenced by no row. Moves
 * originals to the trash, and deletes derivatives, tiles and uploads. Also deletes what has been in the trash for 30 days.
 *
 * Does nothing until the database has known the files for a day, and stops before it changes anything if more originals
 * are orphaned than crashes explain: then the rows are missing, not the files superfluous.
 *
 * Works in batches, ignores files with unknown names, and removes empty folders of images.
 * @returns the number of removed versions, generations, uploads and folders of the trash
 */
export async function sweepOrphans(catalog: SweepServices, signal: AbortSignal): Promise<number> {
  const before = catalog.clock.now() - AGE_SECONDS * MICROS_PER_SECOND
  if ((await confirmKnownFiles(catalog)) > before) return 0
  const expired = await deleteExpiredTrash(catalog.storage, catalog.clock.now())
  const orphans = await findOrphanedOriginals(catalog, before, signal)
  if (orphans === undefined) return expired
  let removed = await moveOriginals(catalog, orphans)
  const { derivatives, tiles } = STORE_FOLDERS
  for (const folder of [derivatives, tiles]) {
    for await (const batch of paceBatches(findOldVersions(catalog, folder, before), signal)) {
      removed += await removeUnreferenced(catalog, batch, (prefix) =>
        catalog.storage.removeBelow(prefix),
      )
    }
  }
  return expired + removed + (await deleteOrphanedUploads(catalog, before, signal))
}

/** Returns the most originals that one sweep moves: 1 % of those in the store, but 10 at least and 100 at most. */
function countAllowed(originals: number): number {
  return Math.min(MOST_ORPHANS, Math.max(LEAST_ORPHANS, Math.floor(originals / 100)))
}

/** Returns undefined if there are too many of them, or if the sweep was aborted. */
async function findOrphanedOriginals(
  catalog: SweepServices,
  before: Micros,
  signal: AbortSignal,
): Promise<StoredVersion[] | undefined> {
  const orphans: StoredVersion[] = []
  let originals = 0
  const found = findVersions(catalog, STORE_FOLDERS.originals, before)
  for await (const batch of paceBatches(found, signal)) {
    originals += batch.length
    if (orphans.length > MOST_ORPHANS) continue
    const old = batch.filter(({ isOld }) => isOld)
    if (!(await isBeingLoaded(catalog)))
      orphans.push(...(await findUnreferenced(catalog.reads, old)))
  }
  if (signal.aborted) return undefined
  const allowed = countAllowed(originals)
  const isStopped = orphans.length > allowed
  await recordStoppedSweep(catalog, isStopped ? { originals, allowed } : undefined)
  return isStopped ? undefined : orphans
}

async function moveOriginals(catalog: SweepServices, orphans: StoredVersion[]): Promise<number> {
  const { storage, clock } = catalog
  const folder = { movedAt: clock.now(), reason: 'orphaned' } as const
  return await removeUnreferenced(catalog, orphans, (prefix) =>
    moveToTrash(storage, prefix, folder),
  )
}

async function deleteOrphanedUploads(
  catalog: { storage: ObjectStore } & Pick<Store, 'reads'>,
  before: Micros,
  signal: AbortSignal,
): Promise<number> {
  const { storage, reads } = catalog
  const folder = STORE_FOLDERS.incoming
  let removed = 0
  for await (const batch of paceBatches(filterOlder(before, storage.list(folder)), signal)) {
    for (const id of await findUnknownSlots(reads, batch)) {
      await storage.remove(`${folder}/${id}`)
      removed += 1
    }
  }
  return removed
}

/** While a dump is loaded, the files of all images exist without rows, so nothing is removed. */
async function removeUnreferenced(
  catalog: { address: DatabaseAddress; config: Config } & Pick<Store, 'reads'>,
  batch: StoredVersion[],
  remove: (prefix: string) => Promise<unknown>,
): Promise<number> {
  if (batch.length === 0 || (await isBeingLoaded(catalog))) return 0
  const leftovers = await findUnreferenced(catalog.reads, batch)
  // Checked after the query: a backup that starts now cannot contain rows that name these files.
  if (isBeingBackedUp(catalog.config.data)) return 0
  for (const { prefix } of leftovers) await remove(prefix)
  return leftovers.length
}

async function* findOldVersions(
  catalog: { storage: ObjectStore },
  folder: string,
  before: Micros,
): AsyncGenerator<StoredVersion> {
  for await (const version of findVersions(catalog, folder, before)) {
    if (version.isOld) yield version
  }
}

async function* findVersions(
  { storage }: { storage: ObjectStore },
  folder: string,
  before: Micros,
): AsyncGenerator<StoredVersion & { isOld: boolean }> {
  for await (const { name: id, changedAt: emptySince, entries } of storage.listFolders(folder)) {
    if (!/^\d{1,15}$/.test(id)) continue
    let isEmpty = true
    for await (const { name: version, changedAt } of entries()) {
      isEmpty = false
      if (!isVersion(version)) continue
      const prefix = `${folder}/${id}/${version}`
      yield { imageId: Number(id), version, prefix, isOld: changedAt < before }
    }
    if (isEmpty && emptySince < before) await storage.removeEmpty(`${folder}/${id}`)
  }
}

/** Pauses after each full batch, and ends when the signal is aborted. */
async function* paceBatches<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T[]> {
  for await (const batch of splitIntoBatches(items, BATCH_SIZE)) {
    if (signal.aborted) return
    yield batch
    if (batch.length === BATCH_SIZE) await pause(PAUSE_MS)
  }
}
