import type { Micros } from '../../base/clock.ts'
import { inList } from '../../database/sql.ts'
import { literal } from '../../database/expressions.ts'
import type { Tx } from '../../database/store.ts'
import { splitListIntoBatches } from '../../base/split-into-batches.ts'
import { insertIntroductions } from './replay.ts'
import { updateTimestamps } from './timestamps.ts'

interface SubjectDeletion {
  subjectId: number
  at: Micros
}

/** The position of a tag by the id of its image. */
export type TagPositions = ReadonlyMap<number, number | undefined>

/**
 * Records that a subject is removed from all its images, and deletes its introduction. The changes that users made to
 * its tags stay in the history and in the feed. The caller deletes the tags and the subject.
 */
export async function recordSubjectDeletion(
  tx: Tx,
  { subjectId, at }: SubjectDeletion,
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

/**
 * Takes a deletion back for a subject that exists again: its images have the tags, by the users and of the times that
 * the history has, at their positions, or else after their other tags. The introduction is recorded again.
 */
export async function undoSubjectDeletion(
  tx: Tx,
  { positionOf, ...deletion }: SubjectDeletion & { positionOf: TagPositions },
): Promise<void> {
  const { subjectId } = deletion
  for (const images of splitListIntoBatches(await forgetRemovals(tx, deletion), BATCH_SIZE))
    await restoreTags(tx, { subjectId, positionOf }, images)
  await insertIntroductions(tx, [subjectId])
  const introductions = await tx
    .selectFrom('activity_event')
    .select('at')
    .where('type', '=', 'subject_introduction')
    .where('subject_id', '=', subjectId)
    .execute()
  await updateTimestamps(
    tx,
    introductions.map((event) => event.at),
  )
}

/** Images whose tags one statement restores. */
const BATCH_SIZE = 1000

/** Deletes the changes that the deletion recorded. Returns the ids of their images. */
async function forgetRemovals(tx: Tx, { subjectId, at }: SubjectDeletion): Promise<number[]> {
  const removals = await tx
    .deleteFrom('subject_change')
    .where('subject_id', '=', subjectId)
    .where('action', '=', 'removed')
    .where('changed_by', 'is', null)
    .where('changed_at', '=', at)
    .returning('image_id')
    .execute()
  return removals.map(({ image_id }) => image_id)
}

async function restoreTags(
  tx: Tx,
  { subjectId, positionOf }: { subjectId: number; positionOf: TagPositions },
  images: readonly number[],
): Promise<void> {
  const additions = await tx
    .selectFrom('subject_change')
    .select(['image_id', 'changed_by', 'changed_at'])
    .where('subject_id', '=', subjectId)
    .where('action', '=', 'added')
    .where('image_id', 'in', inList(images))
    .orderBy('changed_at')
    .orderBy('id')
    .execute()
  const last = new Map(additions.map((addition) => [addition.image_id, addition]))
  const ends = await tx
    .selectFrom('image_subject')
    .select(({ fn }) => ['image_id', fn.max('position').as('position')])
    .where('image_id', 'in', inList(images))
    .groupBy('image_id')
    .execute()
  const endOf = new Map(ends.map(({ image_id, position }) => [image_id, position]))
  const tags = [...last.values()].map(({ image_id, changed_by, changed_at }) => ({
    image_id,
    subject_id: subjectId,
    position: positionOf.get(image_id) ?? (endOf.get(image_id) ?? 0) + 1,
    tagged_by: changed_by,
    tagged_at: changed_at,
  }))
  if (tags.length > 0) await tx.insertInto('image_subject').values(tags).execute()
}
