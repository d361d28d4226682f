import { jsonArray, jsonObject } from '../../database/sql.ts'
import { column, compareTimeAndId } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import type { Micros } from '../../base/clock.ts'

export interface FlagPage {
  /** Only flags after this one. */
  after?: { at: Micros; id: number } | undefined
  limit: number
}

/** Comments of an image that the list of reports shows. */
const MOST_COMMENTS = 3

/** A comment on an image that was reported. */
export interface FlaggedComment {
  id: number
  text: string
  username: string
}

/** Lists the reports that staff have not resolved, the oldest first, with the newest comments on their images. */
export function listOpenFlags(reads: Reads, { after, limit }: FlagPage) {
  const open = reads
    .selectFrom('flag')
    .innerJoin('image', 'image.id', 'flag.image_id')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .innerJoin('user', 'user.id', 'flag.flagged_by')
    .select(['flag.id', 'flag.reason', 'flag.text', 'flag.flagged_at as at', 'user.username'])
    .select('user.id as user_id')
    .select(['image.id as image_id', 'image.title', 'image.generation'])
    .select(['collection.public as collection_public', 'source.public as source_public'])
    .select(selectComments(reads).$asScalar().as('comments'))
    .select((is) => [
      is.exists(selectOne(reads, 'comment')).as('has_comments'),
      is.exists(selectOne(reads, 'hidden_comment')).as('has_hidden_comments'),
    ])
    .where('flag.resolved_at', 'is', null)
    .orderBy('flag.flagged_at')
    .orderBy('flag.id')
    .limit(limit)
  if (!after) return open.execute()
  return open.where(compareTimeAndId(['flag.flagged_at', 'flag.id'], '>', after)).execute()
}

/** Selects the newest comments of `image`, as a JSON array. */
function selectComments(reads: Reads) {
  const newest = reads
    .selectFrom('comment')
    .innerJoin('user as author', 'author.id', 'comment.commented_by')
    .select(['comment.id', 'comment.text', 'author.username'])
    .whereRef('comment.image_id', '=', column('image.id'))
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(MOST_COMMENTS)
  const comment = jsonObject({
    id: column('id'),
    text: column('text'),
    username: column('username'),
  })
  return reads.selectFrom(newest.as('newest')).select(jsonArray(comment).as('comments'))
}

function selectOne(reads: Reads, table: 'comment' | 'hidden_comment') {
  return reads
    .selectFrom(table as 'comment')
    .select('id')
    .whereRef('image_id', '=', column('image.id'))
}
