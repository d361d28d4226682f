import { column } from '../db/expressions.ts'
import { withoutIndex } from '../db/dialect.ts'
import type { Tx } from '../db/store.ts'
import { conflict } from '../errors.ts'
import { MAX_OWN_COMMENTS, MAX_OWN_PLACEMENTS } from '../limits.ts'
import type { GeoreferenceKind } from '../model/georeference-kind.ts'

/** What an image shows all of, with the column of its author and how much of it one user may add. */
const LIMITS = {
  georeference: { author: 'user_id', most: MAX_OWN_PLACEMENTS, problem: 'too_many_placements' },
  from_above_georeference: {
    author: 'user_id',
    most: MAX_OWN_PLACEMENTS,
    problem: 'too_many_placements',
  },
  comment: { author: 'commented_by', most: MAX_OWN_COMMENTS, problem: 'too_many_comments' },
} as const

/**
 * Requires that a user may place an image, or comment on it, once more. Otherwise, one user could make the page of an
 * image as large as they like.
 * @throws CatalogError kind `conflict` with code `too_many`
 */
export async function requireOwnRoom(
  tx: Tx,
  table: GeoreferenceKind | 'comment',
  { imageId, userId }: { imageId: number; userId: number },
): Promise<void> {
  const { author, most, problem } = LIMITS[table]
  const own = await tx
    .selectFrom(table as 'comment')
    .select('id')
    .where('image_id', '=', imageId)
    // A user has more of them than an image.
    .where(withoutIndex(column<number>(author)), '=', userId)
    .limit(most)
    .execute()
  if (own.length < most) return
  throw conflict([problem, most], { code: 'too_many' })
}
