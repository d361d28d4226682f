import { integerRows, withoutIndex } from '../../database/sql.ts'
import { column } from '../../database/expressions.ts'
import type { Tx } from '../../database/store.ts'
import type { MergedTag, SubjectMerge } from './merge-history.ts'

/** Effect of a merge on the tags of the merged subject. */
export interface MergedTags {
  /** Number of images that get the remaining subject. */
  tagged: number
  /** Number of images that had both subjects. */
  tagged_before: number
}

/**
 * Gives the tags of one subject to another. An image that has both keeps one tag, at the first of the two positions.
 * @param replayed the users and times of the remaining tags, as `mergeHistory` returns them
 */
export async function mergeTags(
  tx: Tx,
  { from, into }: SubjectMerge,
  replayed: readonly MergedTag[],
): Promise<MergedTags> {
  const double = await tx
    .deleteFrom('image_subject')
    .where('subject_id', '=', from)
    .where('image_id', 'in', (of) =>
      of.selectFrom('image_subject as other').select('image_id').where('subject_id', '=', into),
    )
    .returning(['image_id', 'position'])
    .execute()
  const moved = await tx
    .updateTable('image_subject')
    .set({ subject_id: into })
    .where('subject_id', '=', from)
    .executeTakeFirst()
  await moveForward(tx, into, double)
  await setTaggers(tx, into, replayed)
  return { tagged: Number(moved.numUpdatedRows), tagged_before: double.length }
}

const SUBJECT = withoutIndex(column<number>('subject_id'))

/**
 * One statement for all images: each statement with triggers takes longer the more the transaction has changed. Without the
 * index on subjects, SQLite does not read the whole list for each tag of the subject.
 */
async function moveForward(
  tx: Tx,
  subject: number,
  tags: readonly { image_id: number; position: number }[],
): Promise<void> {
  const positions = tags.map((tag) => [tag.image_id, tag.position])
  await tx
    .updateTable('image_subject')
    .from(integerRows(positions, ['image', 'first']).as('earlier'))
    .set((eb) => ({ position: eb.ref('earlier.first') }))
    .whereRef('image_id', '=', 'earlier.image')
    .where(SUBJECT, '=', subject)
    .whereRef('position', '>', 'earlier.first')
    .execute()
}

async function setTaggers(tx: Tx, subject: number, tags: readonly MergedTag[]): Promise<void> {
  const taggers = tags.map(({ image_id, tagged_by, tagged_at }) => [image_id, tagged_by, tagged_at])
  await tx
    .updateTable('image_subject')
    .from(integerRows(taggers, ['image', 'user_id', 'at']).as('tagger'))
    .set((eb) => ({ tagged_by: eb.ref('tagger.user_id'), tagged_at: eb.ref('tagger.at') }))
    .whereRef('image_id', '=', 'tagger.image')
    .where(SUBJECT, '=', subject)
    .execute()
}
