import {
  CHANGES_WITH_LINES_PER_MINUTE,
  DRAWS_PER_MINUTE,
  PLACE_SEARCHES_PER_MINUTE,
} from '../../base/limits.ts'
import { createRateLimiter, type LimitServices } from './create-rate-limiter.ts'
import type { RateLimiter } from './rate-limit.ts'

/** Limits of requests per client address that several routes share, or that only some requests of a route have. */
export interface AddressLimits {
  /** Images that visitors without a session draw. */
  draws: RateLimiter
  placeSearches: RateLimiter
  changesWithLines: RateLimiter
}

export function createAddressLimits(services: LimitServices): AddressLimits {
  const create = (name: string, perMinute: number): RateLimiter =>
    createRateLimiter({ name, perMinute }, services)
  return {
    draws: create('draws', DRAWS_PER_MINUTE),
    placeSearches: create('place searches', PLACE_SEARCHES_PER_MINUTE),
    changesWithLines: create('changes with lines', CHANGES_WITH_LINES_PER_MINUTE),
  }
}
