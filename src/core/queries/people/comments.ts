import { withoutIndex } from '../../database/sql.ts'
import { column, literal } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** The newest comments of a user on public images. */
export function listPublicComments(reads: Reads, userId: number, limit: number) {
  return selectComments(reads)
    .where('comment.commented_by', '=', userId)
    .where('image.collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .limit(limit)
    .execute()
}

/** Of the newest public comments of the catalog, so many are searched: no index has those of a collection in order. */
const SEARCHED = 1000

/** Images whose comments are listed: those of a collection, or those with a subject. */
export interface CommentedImages {
  collectionId?: number
  subjectId?: number
}

/** The newest comments on some public images, among the newest 1,000 of the catalog. */
export function listRecentComments(
  reads: Reads,
  { collectionId, subjectId }: CommentedImages,
  limit: number,
) {
  const recent = reads
    .selectFrom('activity_event')
    .select('comment_id')
    .where('type', '=', literal('comment' as const))
    .where('public_count', '>', literal(0))
    .orderBy('timestamp', 'desc')
    .limit(SEARCHED)
  return selectComments(reads)
    .where('comment.id', 'in', reads.selectFrom(recent.as('recent')).select('comment_id'))
    .$if(collectionId !== undefined, (some) =>
      some.where(withoutIndex(column<number>('image.collection_id')), '=', collectionId ?? 0),
    )
    .$if(subjectId !== undefined, (some) =>
      some.where((of) =>
        of.exists(
          reads
            .selectFrom('image_subject')
            .select('image_subject.image_id')
            .whereRef('image_subject.image_id', '=', column('image.id'))
            .where('image_subject.subject_id', '=', subjectId ?? 0),
        ),
      ),
    )
    .limit(limit)
    .execute()
}

function selectComments(reads: Reads) {
  return reads
    .selectFrom('comment')
    .innerJoin('image', 'image.id', 'comment.image_id')
    .innerJoin('user', 'user.id', 'comment.commented_by')
    .select(['comment.id', 'comment.text', 'comment.created_at', 'comment.image_id'])
    .select(['user.username', 'image.title as image_title'])
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
}

export type PublicCommentRow = Awaited<ReturnType<typeof listPublicComments>>[number]
