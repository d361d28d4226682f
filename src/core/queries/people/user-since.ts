import type { Micros } from '../../base/clock.ts'

/** The contributions of a user from a time on. */
export interface ContributionsSince {
  userId: number
  since: Micros
}
