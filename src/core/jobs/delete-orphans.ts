import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import { isBeingLoaded } from '../db/load-lock.ts'
import { isBeingBackedUp } from '../db/locks.ts'
import {
  findUnknownSlots,
  findUnreferenced,
  type StoredVersion,
} from '../queries/file-references.ts'
import { splitIntoBatches } from '../split-into-batches.ts'
import { filterOlder } from '../storage/filter-older.ts'
import { isVersion, STORE_FOLDERS } from '../storage/keys.ts'

/** Younger files may belong to an operation that is still running. */
const AGE_SECONDS = 24 * 60 * 60

/** Files per query. */
const BATCH_SIZE = 200

/** Pause between two batches, to leave the disk to the rest of the server most of the time. */
const PAUSE_MS = 10

/**
 * Deletes orphaned files, which a killed process left in the store: older than a day and referenced by no row.
 * Works in batches, ignores files with unknown names, and removes empty folders of images.
 * @returns the number of removed versions, generations and uploads
 */
export async function deleteOrphans(
  catalog: Pick<Services, 'address' | 'clock' | 'config' | 'reads' | 'storage'>,
  signal: AbortSignal,
): Promise<number> {
  const before = catalog.clock.now() - AGE_SECONDS * MICROS_PER_SECOND
  let removed = await deleteOrphanedUploads(catalog, before, signal)
  const { originals, derivatives, tiles } = STORE_FOLDERS
  for (const folder of [originals, derivatives, tiles]) {
    for await (const batch of paceBatches(findOldVersions(catalog, folder, before), signal)) {
      removed += await deleteUnreferenced(catalog, batch)
    }
  }
  return removed
}

async function deleteOrphanedUploads(
  catalog: Pick<Services, 'reads' | 'storage'>,
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
async function deleteUnreferenced(
  catalog: Pick<Services, 'address' | 'config' | 'reads' | 'storage'>,
  batch: StoredVersion[],
): Promise<number> {
  if (await isBeingLoaded(catalog)) return 0
  const leftovers = await findUnreferenced(catalog.reads, batch)
  // Checked after the query: a backup that starts now cannot contain rows that name these files.
  if (isBeingBackedUp(catalog.config.data)) return 0
  for (const { prefix } of leftovers) await catalog.storage.removeBelow(prefix)
  return leftovers.length
}

async function* findOldVersions(
  { storage }: Pick<Services, 'storage'>,
  folder: string,
  before: Micros,
): AsyncGenerator<StoredVersion> {
  for await (const { name: id, changedAt: emptySince, entries } of storage.listFolders(folder)) {
    if (!/^\d{1,15}$/.test(id)) continue
    let isEmpty = true
    for await (const { name: version, changedAt } of entries()) {
      isEmpty = false
      if (changedAt >= before || !isVersion(version)) continue
      yield { imageId: Number(id), version, prefix: `${folder}/${id}/${version}` }
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
