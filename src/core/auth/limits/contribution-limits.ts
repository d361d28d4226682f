import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import {
  CONTRIBUTIONS_PER_MINUTE,
  FIRST_DAY_DIVISOR,
  FIRST_DAY_SECONDS,
} from '../../base/limits.ts'
import { createRateLimiter, type LimitServices } from './create-rate-limiter.ts'
import type { RateLimiter } from './rate-limit.ts'

/** Kind of contributions with a rate limit of its own. */
export type ContributionKind = keyof typeof CONTRIBUTIONS_PER_MINUTE

/** Kinds that only staff use, with the full limit on the first day of an account, too. */
export const STAFF_KINDS: readonly ContributionKind[] = ['moderations', 'slots', 'staff_placements']

/** Limits the contributions of each person per minute, whether they come from apps or from pages. */
export interface ContributionLimits {
  /**
   * Counts a contribution. An account has lower limits on its first day, but not for what only staff do.
   * @param createdAt when the account signed in first
   * @throws CatalogError kind `rate_limited`
   */
  count(kind: ContributionKind, user: { id: number; createdAt: Micros }): Promise<void>
}

const FIRST_DAY: Micros = FIRST_DAY_SECONDS * MICROS_PER_SECOND

export function createContributionLimits(services: LimitServices): ContributionLimits {
  const limiters = new Map<string, RateLimiter>()
  const getLimiter = (kind: ContributionKind, perMinute: number): RateLimiter => {
    const known = limiters.get(`${kind} ${perMinute}`)
    const limiter = known ?? createRateLimiter({ name: kind, perMinute }, services)
    limiters.set(`${kind} ${perMinute}`, limiter)
    return limiter
  }
  return {
    async count(kind, { id, createdAt }) {
      const most = CONTRIBUTIONS_PER_MINUTE[kind]
      const isNew = services.clock.now() < createdAt + FIRST_DAY
      const perMinute =
        isNew && !STAFF_KINDS.includes(kind) ? Math.floor(most / FIRST_DAY_DIVISOR) : most
      await getLimiter(kind, perMinute)(`user ${id}`)
    },
  }
}
