import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import type { Tx } from '../../database/store.ts'
import { GROUP_GAP_SECONDS } from '../../base/limits.ts'
import { insertEvent } from './insert-event.ts'

const GAP_MICROS = GROUP_GAP_SECONDS * MICROS_PER_SECOND

/** Columns that contributions to one group share. */
export type GroupKey =
  | { type: 'georeference_group'; user_id: number; subject_id: null; action: null }
  | {
      type: 'subject_activity_group'
      user_id: number
      subject_id: number
      action: 'added' | 'removed'
    }

/**
 * Adds a contribution to the group within the longest pause, merges two such groups, or creates a group. The
 * groups do not depend on the order in which contributions arrive. A rebuild groups all contributions at once by
 * the same rule, in replay.ts; change both together.
 * @returns the times from which timestamps must be updated
 */
export async function joinGroup(tx: Tx, kind: GroupKey, at: Micros): Promise<Micros[]> {
  const near = await findGroupsNear(tx, kind, at)
  const [first, second] = near
  if (!first) {
    await insertEvent(tx, { ...kind, at, started_at: at })
    return [at]
  }
  const startedAt = Math.min(first.started_at, at)
  const endedAt = Math.max((second ?? first).at, at)
  if (second) await tx.deleteFrom('activity_event').where('id', '=', second.id).execute()
  await tx
    .updateTable('activity_event')
    .set({ started_at: startedAt, at: endedAt, timestamp: endedAt })
    .where('id', '=', first.id)
    .execute()
  return [...near.map((group) => group.at), endedAt]
}

/** Finds at most two groups: a third one would be further away than the longest pause. */
async function findGroupsNear(tx: Tx, { type, user_id, subject_id, action }: GroupKey, at: Micros) {
  const groups = await tx
    .selectFrom('activity_event')
    .select(['id', 'at', 'started_at'])
    .where('type', '=', type)
    .where('user_id', '=', user_id)
    .where('subject_id', 'is not distinct from', subject_id)
    .where('action', 'is not distinct from', action)
    .where('started_at', 'is not', null)
    .where('at', '>=', at - GAP_MICROS)
    .$narrowType<{ started_at: number }>()
    .orderBy('at')
    .limit(2)
    .execute()
  return groups.filter((group) => group.started_at <= at + GAP_MICROS)
}
