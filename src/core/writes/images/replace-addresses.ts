import type { Micros } from '../../base/clock.ts'
import type { Tx } from '../../database/store.ts'
import { listFileSets } from '../../stored-files/file-sets.ts'
import { newRemoval } from '../../job-queue/new-jobs.ts'
import { enqueueJob, PRIORITY } from '../../job-queue/enqueue.ts'
import { enqueueImageJobs } from '../../job-queue/enqueue-image-jobs.ts'

/**
 * Ends the addresses of the derived images and tiles of an image that is no longer public. Their files are removed, and
 * jobs make new ones under other unguessable addresses.
 */
export async function replaceAddresses(tx: Tx, imageId: number, now: Micros): Promise<void> {
  await unpublishPictures(tx, imageId, now)
  const job = { priority: PRIORITY.soon, now }
  await enqueueImageJobs(tx, 'derive', [imageId], job)
  await enqueueImageJobs(tx, 'tile', [imageId], job)
  // Jobs that were queued before may be due much later.
  await tx
    .updateTable('job')
    .set({ priority: PRIORITY.soon, run_at: now })
    .where('image_id', '=', imageId)
    .where('kind', 'in', ['derive', 'tile', 'remove'])
    .where('state', '=', 'queued')
    .execute()
}

async function unpublishPictures(tx: Tx, imageId: number, now: Micros): Promise<void> {
  const image = await tx
    .selectFrom('image')
    .select(['id', 'generation', 'generation_corrected', 'tiles_generation'])
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('image')
    .set({ generation: null, generation_of: null, generation_picture: null })
    .set({ generation_corrected: 0, generation_damage: null })
    .set({ tiles_generation: null, tiles_of: null, tiles_width: null, tiles_height: null })
    .where('id', '=', imageId)
    .execute()
  for (const { prefixOf, generation } of listFileSets(image))
    await enqueueJob(tx, newRemoval({ imageId, prefix: prefixOf(generation), runAt: now }), now)
}
