import type { ObjectStore } from '../storage/object-store.ts'
import type { Logger } from '../base/log.ts'
import type { Micros } from '../base/clock.ts'
import { MICROS_PER_SECOND } from '../base/clock.ts'
import type { Tx } from '../database/store.ts'
import { isImagePublic } from '../queries/images/public-image.ts'
import { enqueueJob } from '../job-queue/enqueue.ts'
import { newRemoval } from '../job-queue/new-jobs.ts'

/** Retention of a replaced generation, because pages and caches still refer to it. */
const GRACE_SECONDS = 24 * 60 * 60

export interface NewGeneration<Made> {
  /** The key prefix of its files. */
  prefix: string
  /** Stores the files. */
  store: () => Promise<Made>
  /** Makes the row name the generation, in one transaction. Returns false if it must not be shown. */
  publish: (made: Made) => Promise<boolean>
}

/** Stores the files of a generation before the row names it, and removes them if it never will. */
export async function publishGeneration<Made>(
  catalog: { log: Logger; storage: ObjectStore },
  { prefix, store, publish }: NewGeneration<Made>,
): Promise<void> {
  let mayBeShown = false
  try {
    const made = await store()
    // A failed transaction may still have reached the disk, so the files stay; the sweep removes unused ones.
    mayBeShown = true
    mayBeShown = await publish(made)
  } finally {
    if (!mayBeShown) await discardFiles(catalog, prefix)
  }
}

/** A failure is only logged: the error of the job matters more, and the sweep removes the files later. */
async function discardFiles(
  { storage, log }: { log: Logger; storage: ObjectStore },
  prefix: string,
): Promise<void> {
  try {
    await storage.removeBelow(prefix)
  } catch (error) {
    log.warn({ err: error, prefix }, 'could not remove unused files of an image')
  }
}

/** Enqueues the removal of a generation that the row no longer names: at once if the image is not public. */
export async function removeLater(
  tx: Tx,
  { imageId, prefix }: { imageId: number; prefix: string },
  now: Micros,
): Promise<void> {
  const isPublic = await isImagePublic(tx, imageId)
  const runAt = isPublic ? now + GRACE_SECONDS * MICROS_PER_SECOND : now
  await enqueueJob(tx, newRemoval({ imageId, prefix, runAt }), now)
}
