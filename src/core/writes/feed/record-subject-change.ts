import type { Micros } from '../../base/clock.ts'
import { updateTimestamps } from './timestamps.ts'
import type { Tx } from '../../database/store.ts'
import { insertEvent } from './insert-event.ts'
import { joinGroup } from './join-group.ts'
import { recordIntroduction } from './record-introduction.ts'

/** A change to the subjects of an image by a user. */
export type SubjectChange = {
  imageId: number
  /** Null if unknown: then it can only appear in the feed as an introduction. */
  userId: number | null
  at: Micros
} & (
  | { action: 'added'; subjectId: number }
  | {
      action: 'removed'
      subjectId: number
      /** Ids of all subjects of the image, so that a revert finds the place of the removed one. */
      previousOrder: readonly number[]
    }
  | {
      action: 'reordered'
      /** Ids of all subjects of the image. */
      previousOrder: readonly number[]
      newOrder: readonly number[]
    }
)

/** Records the change in the history and in the feed. The caller writes the tags themselves. */
export async function recordSubjectChange(tx: Tx, change: SubjectChange): Promise<void> {
  const { id } = await insertChange(tx, change)
  await updateTimestamps(tx, await recordEvents(tx, change, id))
}

function insertChange(tx: Tx, change: SubjectChange): Promise<{ id: number }> {
  const { action, imageId: image_id, userId: changed_by, at: changed_at } = change
  const of = {
    ...('subjectId' in change && { subject_id: change.subjectId }),
    ...('previousOrder' in change && { previous_order: JSON.stringify(change.previousOrder) }),
    ...('newOrder' in change && { new_order: JSON.stringify(change.newOrder) }),
  }
  return tx
    .insertInto('subject_change')
    .values({ action, image_id, changed_by, changed_at, ...of })
    .returning('id')
    .executeTakeFirstOrThrow()
}

async function recordEvents(tx: Tx, change: SubjectChange, id: number): Promise<Micros[]> {
  const { at, userId } = change
  if (change.action === 'reordered') return recordReordering(tx, change, id)
  const { action, subjectId } = change
  const introduced =
    action === 'added' ? await recordIntroduction(tx, { subjectId, userId, at }) : []
  if (userId === null) return introduced
  const kind = { type: 'subject_activity_group', user_id: userId, subject_id: subjectId } as const
  return [...introduced, ...(await joinGroup(tx, { ...kind, action }, at))]
}

async function recordReordering(
  tx: Tx,
  { userId, at }: Pick<SubjectChange, 'userId' | 'at'>,
  change_id: number,
): Promise<Micros[]> {
  if (userId === null) return []
  const event = { type: 'subject_activity_group', action: 'reordered' } as const
  await insertEvent(tx, { ...event, at, started_at: at, user_id: userId, change_id })
  return [at]
}
