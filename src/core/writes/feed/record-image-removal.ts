import type { Micros } from '../../base/clock.ts'
import { inList } from '../../database/sql.ts'
import type { Tx } from '../../database/store.ts'
import { refreshMilestonesSince, type GeoreferenceFact } from './record.ts'
import {
  insertGeoreferenceGroups,
  insertIntroductions,
  regroupSubjectChanges,
  type FormerSubjectGroup,
} from './replay.ts'
import { updateTimestamps } from './timestamps.ts'

/**
 * Deletes images with everything that belongs to them, and updates the feed: groups shrink, split or end, milestones
 * and introductions move. The feed then equals the one that `rebuildActivity` creates.
 * @param deleteRows deletes the rows of these images, in the same transaction
 */
export async function recordImageRemoval(
  tx: Tx,
  imageIds: readonly number[],
  deleteRows: () => Promise<unknown>,
): Promise<void> {
  const made = await listGeoreferences(tx, imageIds)
  const changes = await listChanges(tx, imageIds)
  const groups = await deleteGeoreferenceGroups(tx, made)
  const subjectGroups = await deleteSubjectGroups(tx, changes)
  const introduced = await deleteIntroductions(tx, changes)
  const single = await deleteSingleEvents(tx, imageIds)
  const before = await findLastEventId(tx)
  await deleteRows()
  for (const { userId, from, to } of groups) {
    await insertGeoreferenceGroups(tx, [userId], { from, to })
  }
  for (const group of subjectGroups) await regroupSubjectChanges(tx, group)
  await insertIntroductions(
    tx,
    introduced.map(({ subjectId }) => subjectId),
  )
  await updateTimestamps(tx, [
    ...[...groups, ...subjectGroups].map(({ to }) => to),
    ...[...introduced, ...single].map(({ at }) => at),
    ...(await listTimesAfter(tx, before)),
    ...(await refreshMilestonesSince(tx, made)),
  ])
}

async function listGeoreferences(tx: Tx, imageIds: readonly number[]): Promise<GeoreferenceFact[]> {
  const rowsOf = (table: 'georeference' | 'from_above_georeference') =>
    tx
      .selectFrom(table as 'georeference')
      .select(['user_id as userId', 'created_at as at'])
      .where('image_id', 'in', inList(imageIds))
      .execute()
  return [...(await rowsOf('georeference')), ...(await rowsOf('from_above_georeference'))]
}

interface Change {
  action: 'added' | 'removed'
  subjectId: number
  userId: number | null
  at: Micros
}

function listChanges(tx: Tx, imageIds: readonly number[]): Promise<Change[]> {
  return tx
    .selectFrom('subject_change')
    .select(['action', 'subject_id as subjectId', 'changed_by as userId', 'changed_at as at'])
    .where('image_id', 'in', inList(imageIds))
    .where('action', 'in', ['added', 'removed'])
    .where('subject_id', 'is not', null)
    .$narrowType<{ action: 'added' | 'removed'; subjectId: number }>()
    .execute()
}

interface FormerGroup {
  userId: number
  from: Micros
  to: Micros
}

async function deleteGeoreferenceGroups(
  tx: Tx,
  made: readonly GeoreferenceFact[],
): Promise<FormerGroup[]> {
  const groups: FormerGroup[] = []
  for (const { userId, at } of made) {
    const deleted = await tx
      .deleteFrom('activity_event')
      .where('type', '=', 'georeference_group')
      .where('user_id', '=', userId)
      .where('started_at', '<=', at)
      .where('at', '>=', at)
      .returning(['started_at', 'at'])
      .executeTakeFirst()
    if (deleted) groups.push({ userId, from: deleted.started_at ?? deleted.at, to: deleted.at })
  }
  return groups
}

async function deleteSubjectGroups(
  tx: Tx,
  changes: readonly Change[],
): Promise<FormerSubjectGroup[]> {
  const groups: FormerSubjectGroup[] = []
  for (const { action, subjectId, userId, at } of changes) {
    if (userId === null) continue
    const deleted = await tx
      .deleteFrom('activity_event')
      .where('type', '=', 'subject_activity_group')
      .where('user_id', '=', userId)
      .where('subject_id', '=', subjectId)
      .where('action', '=', action)
      .where('started_at', '<=', at)
      .where('at', '>=', at)
      .returning(['started_at', 'at'])
      .executeTakeFirst()
    if (!deleted) continue
    const [from, to] = [deleted.started_at ?? deleted.at, deleted.at]
    groups.push({ userId, subjectId, action, from, to })
  }
  return groups
}

/** Deletes the introductions that these changes made. */
async function deleteIntroductions(
  tx: Tx,
  changes: readonly Change[],
): Promise<{ subjectId: number; at: Micros }[]> {
  const introductions: { subjectId: number; at: Micros }[] = []
  for (const { action, subjectId, at } of changes) {
    if (action !== 'added') continue
    const deleted = await tx
      .deleteFrom('activity_event')
      .where('type', '=', 'subject_introduction')
      .where('subject_id', '=', subjectId)
      .where('at', '=', at)
      .returning('id')
      .executeTakeFirst()
    if (deleted) introductions.push({ subjectId, at })
  }
  return introductions
}

/** Deletes the events of comments and of reorders. */
function deleteSingleEvents(tx: Tx, imageIds: readonly number[]): Promise<{ at: Micros }[]> {
  return tx
    .deleteFrom('activity_event')
    .where((event) =>
      event.or([
        event('comment_id', 'in', (from) =>
          from.selectFrom('comment').select('comment.id').where('image_id', 'in', inList(imageIds)),
        ),
        event('change_id', 'in', (from) =>
          from
            .selectFrom('subject_change')
            .select('subject_change.id')
            .where('image_id', 'in', inList(imageIds)),
        ),
      ]),
    )
    .returning('at')
    .execute()
}

async function findLastEventId(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('activity_event')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Times of the events that were inserted after this one. */
async function listTimesAfter(tx: Tx, id: number): Promise<Micros[]> {
  const events = await tx.selectFrom('activity_event').select('at').where('id', '>', id).execute()
  return events.map(({ at }) => at)
}
