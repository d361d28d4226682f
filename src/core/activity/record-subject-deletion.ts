import { sql } from 'kysely'
import type { Micros } from '../clock.ts'
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
  await sql`insert into subject_change (action, image_id, subject_id, changed_by, changed_at)
    select 'removed', image_id, subject_id, null, ${at} from image_subject
    where subject_id = ${subjectId}`.execute(tx)
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
