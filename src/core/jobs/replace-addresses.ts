import type { Micros } from '../clock.ts'
import type { Tx } from '../db/store.ts'
import { PRIORITY } from './queue/enqueue.ts'
import { enqueueImageJobs } from './queue/enqueue-image-jobs.ts'

/**
 * Queues new derived images and tiles of an image that is no longer public. They get unguessable addresses, and the
 * files at the addresses that people know are removed once the new ones are published.
 */
export async function replaceAddresses(tx: Tx, imageId: number, now: Micros): Promise<void> {
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
