import { preparedQuery, type Params } from '../db/prepared-query.ts'
import type { Tx } from '../db/store.ts'
import type { MergedTag, SubjectMerge } from './merge-history.ts'

/** What becomes of the tags of a merged subject. */
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
  for (const tag of double) await moveForward(tx, { ...tag, subject_id: into })
  for (const tag of replayed) await setTagger(tx, { ...tag, subject_id: into })
  return { tagged: Number(moved.numUpdatedRows), tagged_before: double.length }
}

interface TagPosition {
  image_id: number
  subject_id: number
  position: number
}

const moveForward = preparedQuery((tx: Tx, tag: Params<TagPosition>) =>
  tx
    .updateTable('image_subject')
    .set({ position: tag.position })
    .where('image_id', '=', tag.image_id)
    .where('subject_id', '=', tag.subject_id)
    .where('position', '>', tag.position),
)

const setTagger = preparedQuery((tx: Tx, tag: Params<MergedTag & { subject_id: number }>) =>
  tx
    .updateTable('image_subject')
    .set({ tagged_by: tag.tagged_by, tagged_at: tag.tagged_at })
    .where('image_id', '=', tag.image_id)
    .where('subject_id', '=', tag.subject_id),
)
