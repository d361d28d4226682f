import type { Micros } from '../base/clock.ts'
import type { Tx } from '../database/store.ts'
import { enqueueImageChanges } from '../job-queue/enqueue-image-changes.ts'
import { enqueueJob } from '../job-queue/enqueue.ts'
import { newWithdrawal } from '../job-queue/new-jobs.ts'
import { selectVisibleCollections } from '../queries/lists/visible-collections.ts'

/** Collections that a change may hide: one, or those of a source. */
export type Hideable = { collections: [number] } | { sources: [number] }

/**
 * Makes a change of visibility. A job records it for all images of the collections that it hides or publishes. If it hides some,
 * another one ends the addresses of their pictures.
 */
export async function changeVisibility<Result>(
  tx: Tx,
  { scope, now }: { scope: Hideable; now: Micros },
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await listPublic(tx, scope)
  const result = await change()
  const after = await listPublic(tx, scope)
  const hidden = [...before].filter((id) => !after.has(id))
  const collections = [...hidden, ...[...after].filter((id) => !before.has(id))]
  if (collections.length > 0) await enqueueImageChanges(tx, { collections }, now)
  if (hidden.length > 0)
    await enqueueJob(tx, newWithdrawal({ collections: hidden, after: 0, hiddenAt: now }, now), now)
  return result
}

async function listPublic(tx: Tx, scope: Hideable): Promise<Set<number>> {
  const selected = selectVisibleCollections(tx, { visibility: 'public', ...scope })
  const collections = await selected.orderBy('collection.id').execute()
  return new Set(collections.map(({ id }) => id))
}
