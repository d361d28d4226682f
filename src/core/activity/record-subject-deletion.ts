import type { Micros } from '../clock.ts'
import { literal } from '../db/expressions.ts'
import type { Tx } from '../db/store.ts'
import { updateTimestamps } from './timestamps.ts'

/**
 * Records that a subject is removed from all its images, and deletes its introduction. The changes that users made to
 * its tags stay in the history and in the feed. The caller deletes the tags and the subject.
 */
export async function recordSubjectDeletion(
  tx: Tx,
  { subjectId, at }: { subjectId: number; at: Micros },
): Promise<void> {
  const removed = tx
    .selectFrom('image_subject')
    .select([literal('removed').as('action'), 'image_id', 'subject_id'])
    .select((eb) => [literal(null).as('changed_by'), eb.val(at).as('changed_at')])
    .where('subject_id', '=', subjectId)
  await tx
    .insertInto('subject_change')
    .columns(['action', 'image_id', 'subject_id', 'changed_by', 'changed_at'])
    .expression(removed)
    .execute()
  const introductions = await tx
    .deleteFrom('activity_event')
    .where('type', '=', 'subject_introduction')
    .where('subject_id', '=', subjectId)
    .returning('at')
    .execute()
  await updateTimestamps(
    tx,
    introductions.map((event) => event.at),
  )
}
