import { inList } from '../../database/sql.ts'
import type { Tx } from '../../database/store.ts'
import type { Micros } from '../../base/clock.ts'
import { updateTimestamps } from './timestamps.ts'

/** The user whose contributions move, and the one who gets them. The second one has none before. */
export interface UserMove {
  from: number
  to: number
}

/**
 * Gives the events of one user to another.
 * @param moveContributions gives the contributions themselves to the other user. While it runs, the events belong to
 *   neither, so that the triggers which count the contributions of events leave them as they are.
 */
export async function moveEvents(
  tx: Tx,
  { from, to }: UserMove,
  moveContributions: () => Promise<void>,
): Promise<void> {
  const events = await tx
    .updateTable('activity_event')
    .set({ user_id: null })
    .where('user_id', '=', from)
    .returning('id')
    .execute()
  await moveContributions()
  await tx
    .updateTable('activity_event')
    .set({ user_id: to })
    .where('id', 'in', inList(events.map(({ id }) => id)))
    .execute()
  await takeIntroductions(tx, to)
  await updateTimestamps(tx, await listSharedTimes(tx, to))
}

/** Of users who added a subject first at the same time, the one with the lowest id counts as first. */
async function takeIntroductions(tx: Tx, userId: number): Promise<void> {
  const shared = await tx
    .selectFrom('subject_change as change')
    .innerJoin('activity_event as event', (join) =>
      join
        .onRef('event.subject_id', '=', 'change.subject_id')
        .onRef('event.at', '=', 'change.changed_at')
        .on('event.type', '=', 'subject_introduction'),
    )
    .select(['event.id', 'event.user_id'])
    .where('change.changed_by', '=', userId)
    .where('change.action', '=', 'added')
    .where('event.user_id', 'is distinct from', userId)
    .execute()
  const taken = shared.filter(({ user_id }) => user_id === null || userId < user_id)
  await tx
    .updateTable('activity_event')
    .set({ user_id: userId })
    .where('id', 'in', inList(taken.map(({ id }) => id)))
    .execute()
}

/** The times of a user's events at which there are others, whose order may depend on the ids of the users. */
async function listSharedTimes(tx: Tx, userId: number): Promise<Micros[]> {
  const rows = await tx
    .selectFrom('activity_event as event')
    .innerJoin('activity_event as other', 'other.at', 'event.at')
    .select('event.at')
    .distinct()
    .where('event.user_id', '=', userId)
    .whereRef('other.id', '<>', 'event.id')
    .execute()
  return rows.map(({ at }) => at)
}
