import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import { WITHDRAWAL_SECONDS } from '../../base/limits.ts'
import type { Selects } from '../../database/store.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'

/** The key of a georeference of either kind. */
export interface PlacementKey {
  table: GeoreferenceKind
  id: number
}

interface Withdrawer {
  userId: number
  now: Micros
}

/** Why a user cannot take a placement back. */
export type WithdrawalObstacle = 'unknown' | 'notOwn' | 'superseded' | 'checked' | 'tooLate'

/** Finds the placement of an image that a user can take back: their own, and the newest of both kinds. */
export async function findWithdrawable(
  reads: Selects,
  imageId: number,
  withdrawer: Withdrawer,
): Promise<PlacementKey | undefined> {
  const newest = await findNewest(reads, imageId)
  if (!newest) return undefined
  const obstacle = await findObstacleOfNewest(reads, newest, withdrawer)
  return obstacle === undefined ? newest : undefined
}

/** Undefined if the user can take the placement back. */
export async function findWithdrawalObstacle(
  reads: Selects,
  { table, id }: PlacementKey,
  withdrawer: Withdrawer,
): Promise<WithdrawalObstacle | undefined> {
  const made = await reads
    .selectFrom(table)
    .select(['image_id', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!made) return 'unknown'
  if (made.user_id !== withdrawer.userId) return 'notOwn'
  const newest = await findNewest(reads, made.image_id)
  if (newest?.table !== table || newest.id !== id) return 'superseded'
  return findObstacleOfNewest(reads, newest, withdrawer)
}

interface Placement extends PlacementKey {
  userId: number
  at: Micros
}

async function findObstacleOfNewest(
  reads: Selects,
  { table, id, userId, at }: Placement,
  withdrawer: Withdrawer,
): Promise<WithdrawalObstacle | undefined> {
  if (userId !== withdrawer.userId) return 'notOwn'
  const validation = await reads
    .selectFrom('validation')
    .select('id')
    .where(`${table}_id`, '=', id)
    .executeTakeFirst()
  if (validation) return 'checked'
  return withdrawer.now - at > WITHDRAWAL_SECONDS * MICROS_PER_SECOND ? 'tooLate' : undefined
}

async function findNewest(reads: Selects, imageId: number): Promise<Placement | undefined> {
  const [point, area] = await Promise.all([
    findNewestOf(reads, 'georeference', imageId),
    findNewestOf(reads, 'from_above_georeference', imageId),
  ])
  if (!point || (area && area.at >= point.at)) return area
  return point
}

async function findNewestOf(reads: Selects, table: GeoreferenceKind, imageId: number) {
  const row = await reads
    .selectFrom(table)
    .select(['id', 'user_id as userId', 'created_at as at'])
    .where('image_id', '=', imageId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { table, ...row }
}
