import type { Reads } from '../db/store.ts'
import { selectVisibleCollections } from './lists/visible-collections.ts'

/** The newest comments of a user on public images. */
export function listPublicComments(reads: Reads, userId: number, limit: number) {
  return reads
    .selectFrom('comment')
    .innerJoin('image', 'image.id', 'comment.image_id')
    .innerJoin('user', 'user.id', 'comment.commented_by')
    .select(['comment.id', 'comment.text', 'comment.created_at', 'comment.image_id'])
    .select(['user.username', 'image.title as image_title'])
    .where('comment.commented_by', '=', userId)
    .where('image.collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(limit)
    .execute()
}

export type PublicCommentRow = Awaited<ReturnType<typeof listPublicComments>>[number]
