import type { Micros } from '../../base/clock.ts'
import { insertGeoreferenceGroups } from './replay.ts'
import { updateTimestamps } from './timestamps.ts'
import type { Tx } from '../../database/store.ts'
import { refreshMilestonesSince } from './record.ts'

/** Updates the feed after the row of a georeference of either kind has been deleted. */
export async function recordGeoreferenceRemoval(
  tx: Tx,
  { userId, at }: { userId: number; at: Micros },
): Promise<void> {
  const regrouped = await regroupAround(tx, userId, at)
  await updateTimestamps(tx, [
    ...regrouped,
    ...(await refreshMilestonesSince(tx, [{ userId, at }])),
  ])
}

/** Regroups the remaining georeferences of its group, which may form one group, two or none. */
async function regroupAround(tx: Tx, userId: number, at: Micros): Promise<Micros[]> {
  const group = await tx
    .deleteFrom('activity_event')
    .where('type', '=', 'georeference_group')
    .where('user_id', '=', userId)
    .where('started_at', '<=', at)
    .where('at', '>=', at)
    .returning(['started_at', 'at'])
    .executeTakeFirst()
  if (!group || group.started_at === null) return []
  await insertGeoreferenceGroups(tx, [userId], { from: group.started_at, to: group.at })
  const remaining = await tx
    .selectFrom('activity_event')
    .select('at')
    .where('type', '=', 'georeference_group')
    .where('user_id', '=', userId)
    .where('started_at', '>=', group.started_at)
    .where('at', '<=', group.at)
    .execute()
  return [group.at, ...remaining.map((event) => event.at)]
}
