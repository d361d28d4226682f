import { LRUCache } from 'lru-cache'
import type { Logger } from './log.ts'

/** A limited resource that one client can use up. */
export type Capacity =
  | 'connections'
  | 'exports'
  | 'pipelined_requests'
  | 'renders'
  | 'request_bodies'
  | 'searches'
  | 'stalled_responses'
  | 'unsent_responses'

/** Reports clients that met a limit of what the server does at the same time, so that administrators can block them. */
export interface CapacityLog {
  /** Logs a warning, at most one per address and minute. */
  report(capacity: Capacity, address: string): void
}

const INTERVAL_MS = 60_000

/** Beyond that, the addresses that were reported first are forgotten, and may be reported again. */
const MAX_ADDRESSES = 10_000

export function createCapacityLog(log: Logger): CapacityLog {
  const reported = new LRUCache<string, true>({ max: MAX_ADDRESSES, ttl: INTERVAL_MS })
  return {
    report(capacity, address) {
      if (reported.has(address)) return
      reported.set(address, true)
      log.warn({ event: 'capacity_exceeded', address, capacity }, 'capacity exceeded')
    },
  }
}
