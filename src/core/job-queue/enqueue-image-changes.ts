import type { Micros } from '../base/clock.ts'
import { readNewestPublicChange } from '../database/public-changes.ts'
import type { Tx } from '../database/store.ts'
import { enqueueJob } from './enqueue.ts'
import { newImageChanges } from './new-jobs.ts'

/** Enqueues the job that records a change of all images of these collections or of a license, because they may be many. */
export async function enqueueImageChanges(
  tx: Tx,
  changed: { collections: number[] } | { license: number },
  now: Micros,
): Promise<void> {
  const before = await readNewestPublicChange(tx)
  await enqueueJob(tx, newImageChanges({ ...changed, before }, now), now)
}
