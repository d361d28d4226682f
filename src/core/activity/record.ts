import type { Micros } from '../clock.ts'
import { updateTimestamps } from './timestamps.ts'
import type { Tx } from '../db/store.ts'
import { insertEvent } from './insert-event.ts'
import { joinGroup } from './join-group.ts'
import { readMilestones, refreshMilestones } from './milestones.ts'

/**
 * Records contributions in the feed, in the transaction that writes them. They may arrive in any order: the feed
 * always equals the one that `rebuildActivity` creates from the same rows.
 */

/** Updates the feed after the row of a georeference of either kind has been inserted. */
export async function recordGeoreference(
  tx: Tx,
  { userId, at }: { userId: number; at: Micros },
): Promise<void> {
  const kind = { type: 'georeference_group', subject_id: null, action: null } as const
  const grouped = await joinGroup(tx, { ...kind, user_id: userId }, at)
  await updateTimestamps(tx, [...grouped, ...(await refreshMilestonesSince(tx, userId, at))])
}

/** Updates the milestones of the user and of all users. */
export async function refreshMilestonesSince(
  tx: Tx,
  userId: number,
  since: Micros,
): Promise<Micros[]> {
  const milestones = await readMilestones(tx)
  const own = await refreshMilestones(tx, { scope: userId, since, milestones })
  return [...own, ...(await refreshMilestones(tx, { scope: 'all users', since, milestones }))]
}

export async function recordComment(
  tx: Tx,
  { id, userId, at }: { id: number; userId: number; at: Micros },
): Promise<void> {
  await insertEvent(tx, { type: 'comment', at, user_id: userId, comment_id: id })
  await updateTimestamps(tx, [at])
}

/** Records the announcement of a collection, which happens at most once. */
export async function recordAnnouncement(
  tx: Tx,
  { collectionId, at }: { collectionId: number; at: Micros },
): Promise<void> {
  await insertEvent(tx, { type: 'collection_introduction', at, collection_id: collectionId })
  await updateTimestamps(tx, [at])
}
