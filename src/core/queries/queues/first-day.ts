import { MICROS_PER_SECOND } from '../../base/clock.ts'
import { FIRST_DAY_SECONDS } from '../../base/limits.ts'
import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'

/** Users who have to call a placement correct so that it is doubtful who places the image elsewhere. */
const CONFIRMED_BY = 2

/** Most images that are drawn. */
const MAX_IMAGES = 100

/**
 * Lists images that two people had confirmed at another place when an account placed them on its first day. The
 * placements of those accounts are the newest ones, and unchecked.
 * @param users accounts, by id
 */
export async function listFirstDayReplacements(
  reads: Reads,
  { table, current }: { table: GeoreferenceKind; current: 'point_current' | 'area_current' },
  users: readonly number[],
): Promise<number[]> {
  if (users.length === 0) return []
  const earlier = `validation.${table}_id` as 'validation.georeference_id'
  const firstDay = FIRST_DAY_SECONDS * MICROS_PER_SECOND
  const rows = await reads
    .selectFrom(`${current} as newest` as 'area_current as newest')
    .innerJoin('user', 'user.id', 'newest.user_id')
    .innerJoin('validation', 'validation.image_id', 'newest.image_id')
    .select('newest.image_id')
    .where('newest.user_id', 'in', inList(users))
    .where('newest.validation_count', '=', 0)
    .where((row) => row('newest.created_at', '<', row('user.created_at', '+', firstDay)))
    .where('validation.validation', '=', 'correct')
    .where(earlier, 'is not', null)
    .groupBy(['newest.image_id', earlier])
    .having((row) => row(row.fn.countAll(), '>=', CONFIRMED_BY))
    .limit(MAX_IMAGES)
    .execute()
  return [...new Set(rows.map(({ image_id }) => image_id))]
}
