import { isReferenced } from '../queries/images/file-references.ts'
import { MICROS_PER_SECOND, type Micros } from '../base/clock.ts'
import { isBeingBackedUp } from '../database/locks.ts'
import { STORE_FOLDERS } from '../storage/keys.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { moveToTrash } from '../stored-files/trash.ts'
import { enqueueJob } from '../job-queue/enqueue.ts'
import { newRemoval, type Removal } from '../job-queue/new-jobs.ts'
import { PermanentFailure, type JobHandler } from './job-handler.ts'

/** A backup may contain rows that still name the files. */
const BACKUP_DELAY_SECONDS = 10 * 60

/**
 * Removes all objects below a prefix that no row refers to any more: originals to the trash, others for good. Waits for a
 * running backup.
 */
export const remove: JobHandler = async (catalog, { imageId, payload, markDone }) => {
  const { reads, storage, clock } = catalog
  const { prefix } = payload as Removal
  if (await isReferenced(reads, prefix))
    throw new PermanentFailure(`The files below ${prefix} are in use, so they were not removed.`)
  if (!isBeingBackedUp(catalog.config.data)) return await removeFiles(storage, prefix, clock.now())
  await catalog.write(async (tx) => {
    if (!(await markDone(tx))) return
    const now = clock.now()
    const runAt = now + BACKUP_DELAY_SECONDS * MICROS_PER_SECOND
    await enqueueJob(tx, newRemoval({ imageId, prefix, runAt }), now)
  })
}

async function removeFiles(storage: ObjectStore, prefix: string, now: Micros): Promise<void> {
  const [kind, , version] = prefix.split('/')
  if (kind !== STORE_FOLDERS.originals) return await storage.removeBelow(prefix)
  const reason = version === undefined ? 'deleted' : 'replaced'
  await moveToTrash(storage, prefix, { movedAt: now, reason })
}
