import type { Micros } from '../base/clock.ts'
import type { Tx } from '../database/store.ts'
import { enqueueJob } from '../job-queue/enqueue.ts'
import { newWithdrawal } from '../job-queue/new-jobs.ts'
import { selectVisibleCollections } from '../queries/lists/visible-collections.ts'

/** Collections that a change may hide: one, or those of a source. */
export type Hideable = { collections: [number] } | { sources: [number] }

/**
 * Makes a change of visibility. If it hides collections that were public, a job ends the addresses of their pictures.
 */
export async function withdrawHidden<Result>(
  tx: Tx,
  { scope, now }: { scope: Hideable; now: Micros },
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await listPublic(tx, scope)
  const result = await change()
  const after = new Set(await listPublic(tx, scope))
  const hidden = before.filter((id) => !after.has(id))
  if (hidden.length > 0)
    await enqueueJob(tx, newWithdrawal({ collections: hidden, after: 0, hiddenAt: now }, now), now)
  return result
}

async function listPublic(tx: Tx, scope: Hideable): Promise<number[]> {
  const selected = selectVisibleCollections(tx, { visibility: 'public', ...scope })
  const collections = await selected.orderBy('collection.id').execute()
  return collections.map(({ id }) => id)
}
