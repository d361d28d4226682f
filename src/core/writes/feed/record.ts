import type { Micros } from '../../base/clock.ts'
import { updateTimestamps } from './timestamps.ts'
import type { Tx } from '../../database/store.ts'
import { insertEvent } from './insert-event.ts'
import { joinGroup } from './join-group.ts'
import { readMilestones, refreshMilestones } from './milestones.ts'

/**
 * Records contributions in the feed, in the transaction that writes them. They may arrive in any order: the feed
 * always equals the one that `rebuildActivity` creates from the same rows.
 */

/** Author and time of a georeference of either kind. */
export interface GeoreferenceFact {
  userId: number
  at: Micros
}

/** Updates the feed after the row of a georeference of either kind has been inserted. */
export async function recordGeoreference(tx: Tx, made: GeoreferenceFact): Promise<void> {
  await recordGeoreferences(tx, [made])
}

/** The same for several rows. Milestones are counted once, because that may read all later georeferences. */
export async function recordGeoreferences(
  tx: Tx,
  made: readonly GeoreferenceFact[],
): Promise<void> {
  const moved: Micros[] = []
  const kind = { type: 'georeference_group', subject_id: null, action: null } as const
  for (const { userId, at } of made) {
    moved.push(...(await joinGroup(tx, { ...kind, user_id: userId }, at)))
  }
  await updateTimestamps(tx, [...moved, ...(await refreshMilestonesSince(tx, made))])
}

/** Updates the milestones of these users and of all users, after georeferences were added or removed. */
export async function refreshMilestonesSince(
  tx: Tx,
  made: readonly GeoreferenceFact[],
): Promise<Micros[]> {
  const milestones = await readMilestones(tx)
  const moved: Micros[] = []
  for (const [scope, own] of Map.groupBy(made, ({ userId }) => userId)) {
    moved.push(...(await refreshMilestones(tx, { scope, since: findEarliest(own), milestones })))
  }
  if (made.length === 0) return []
  const since = findEarliest(made)
  return [...moved, ...(await refreshMilestones(tx, { scope: 'all users', since, milestones }))]
}

function findEarliest(made: readonly GeoreferenceFact[]): Micros {
  return made.reduce((earliest, { at }) => Math.min(earliest, at), Infinity)
}

export async function recordComment(
  tx: Tx,
  { id, userId, at }: { id: number; userId: number; at: Micros },
): Promise<void> {
  await insertEvent(tx, { type: 'comment', at, user_id: userId, comment_id: id })
  await updateTimestamps(tx, [at])
}

/** Updates the feed before a comment is deleted. */
export async function recordCommentRemoval(tx: Tx, id: number): Promise<void> {
  const removed = await tx
    .deleteFrom('activity_event')
    .where('comment_id', '=', id)
    .returning('at')
    .execute()
  await updateTimestamps(
    tx,
    removed.map(({ at }) => at),
  )
}

/** Records the announcement of a collection, which happens at most once. */
export async function recordAnnouncement(
  tx: Tx,
  { collectionId, at }: { collectionId: number; at: Micros },
): Promise<void> {
  await insertEvent(tx, { type: 'collection_introduction', at, collection_id: collectionId })
  await updateTimestamps(tx, [at])
}
