import type { Store } from '../../database/store.ts'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../../base/clock.ts'
import { inList } from '../../database/sql.ts'
import { SKIP_SECONDS } from '../../base/limits.ts'

/** Finds which of these images a user skipped lately. @returns when, by image */
export async function findSkips(
  { reads, clock }: { clock: Clock } & Pick<Store, 'reads'>,
  userId: number,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, Micros>> {
  const rows = await reads
    .selectFrom('skip')
    .select(['image_id', 'skipped_at'])
    .where('user_id', '=', userId)
    .where('image_id', 'in', inList(imageIds))
    .where('skipped_at', '>', clock.now() - SKIP_SECONDS * MICROS_PER_SECOND)
    .execute()
  return new Map(rows.map(({ image_id, skipped_at }) => [image_id, skipped_at]))
}
