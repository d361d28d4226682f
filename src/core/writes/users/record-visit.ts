import type { Store } from '../../database/store.ts'
import type { Logger } from '../../base/log.ts'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../../base/clock.ts'

const MINUTE: Micros = 60 * MICROS_PER_SECOND

/** Pages that a user opens within that time belong to the same visit. */
const VISIT: Micros = 30 * MINUTE

/** Period that counts as new on the first visit of a user. */
const FIRST: Micros = 30 * 24 * 60 * MINUTE

/**
 * Records that a user visits the account page, once a minute at most. A failure is logged and does not fail the request.
 * @returns the end of the last visit
 */
export async function recordVisit(
  { reads, write, clock, log }: { clock: Clock; log: Logger } & Pick<Store, 'reads' | 'write'>,
  userId: number,
): Promise<Micros> {
  const now = clock.now()
  const known = await reads
    .selectFrom('visit')
    .select(['ended_at', 'latest_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (known && known.latest_at > now - MINUTE) return known.ended_at
  const { ended_at, latest_at } = known ?? { ended_at: now - FIRST, latest_at: now }
  const visit = { ended_at: now - latest_at > VISIT ? latest_at : ended_at, latest_at: now }
  try {
    await write((tx) =>
      tx
        .insertInto('visit')
        .values({ user_id: userId, ...visit })
        .onConflict((earlier) => earlier.column('user_id').doUpdateSet(visit))
        .execute(),
    )
  } catch (error) {
    log.warn({ err: error, user: userId }, 'could not record a visit')
  }
  return visit.ended_at
}
