import type { Reads } from '../../database/store.ts'

/** The most hidden comments of an image that staff see on its page. */
const MOST = 100

/** Lists the comments of an image that staff hid, the oldest first. */
export function listHiddenComments(reads: Reads, imageId: number) {
  return reads
    .selectFrom('hidden_comment')
    .innerJoin('user', 'user.id', 'hidden_comment.commented_by')
    .select(['hidden_comment.id', 'text', 'username', 'commented_by as user_id'])
    .select('hidden_comment.created_at')
    .where('image_id', '=', imageId)
    .orderBy('hidden_comment.created_at')
    .orderBy('hidden_comment.id')
    .limit(MOST)
    .execute()
}
