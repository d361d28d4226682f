import { column, compareTimeAndId } from '../db/expressions.ts'
import type { Reads } from '../db/store.ts'
import type { Micros } from '../clock.ts'

export interface FlagPage {
  /** Only flags after this one. */
  after?: { at: Micros; id: number } | undefined
  limit: number
}

/** Lists the reports that staff have not resolved, the oldest first. */
export function listOpenFlags(reads: Reads, { after, limit }: FlagPage) {
  const open = reads
    .selectFrom('flag')
    .innerJoin('image', 'image.id', 'flag.image_id')
    .innerJoin('user', 'user.id', 'flag.flagged_by')
    .select(['flag.id', 'flag.reason', 'flag.text', 'flag.flagged_at as at', 'user.username'])
    .select(['image.id as image_id', 'image.title', 'image.generation'])
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

function selectOne(reads: Reads, table: 'comment' | 'hidden_comment') {
  return reads
    .selectFrom(table as 'comment')
    .select('id')
    .whereRef('image_id', '=', column('image.id'))
}
