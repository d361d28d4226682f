import { column } from '../database/expressions.ts'
import { withoutIndex } from '../database/sql.ts'
import type { Tx } from '../database/store.ts'
import { conflict } from '../base/errors.ts'
import { MAX_OWN_COMMENTS, MAX_OWN_PLACEMENTS, MAX_OWN_POSITIONS } from '../base/limits.ts'
import { countPositions, type Polygon } from '../model/geometry/geometry.ts'
import type { GeoreferenceKind } from '../model/georeference-kind.ts'

/** Contributions to an image, with the column of the author and the most that one user may add. */
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
 * Requires that a user may place an image, or comment on it, once more. Otherwise, one user could fill the
 * page of an image.
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

/**
 * Requires that the areas that a user drew on an image have few enough positions to add another one.
 * @param area.polygon canonical GeoJSON
 * @throws CatalogError kind `conflict` with code `too_many`
 */
export async function requireRoomForPositions(
  tx: Tx,
  { imageId, userId, polygon }: { imageId: number; userId: number; polygon: string },
): Promise<void> {
  const own = await tx
    .selectFrom('from_above_georeference')
    .select('polygon')
    .where('image_id', '=', imageId)
    .where(withoutIndex(column<number>('user_id')), '=', userId)
    .limit(MAX_OWN_PLACEMENTS)
    .execute()
  let positions = 0
  for (const area of [{ polygon }, ...own]) {
    positions += countPositions(JSON.parse(area.polygon) as Polygon)
    // Areas of earlier versions may have many more.
    if (positions > MAX_OWN_POSITIONS)
      throw conflict(['too_many_own_positions', MAX_OWN_POSITIONS], { code: 'too_many' })
  }
}
