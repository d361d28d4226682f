import type { Clock, Micros } from '../clock.ts'
import { MICROS_PER_SECOND } from '../clock.ts'
import { PRIORITY, type JobPriority } from './queue/enqueue.ts'
import type { Logger } from '../log.ts'

const FIRST_SECONDS = 5
const MAX_SECONDS = 2 * 60

/**
 * One circuit per priority. A failure of the host opens it. After a delay it is half-open: one job is tried, which
 * closes the circuit or opens it for twice as long.
 */
export interface CircuitBreaker {
  /** Returns the priorities whose circuit is closed or half-open. */
  findReady(): JobPriority[]
  /** Records that the host could not do a job of this priority. */
  recordFailure(priority: number, reason: string): void
  /** Records that a job of this priority ended without a failure of the host. */
  recordSuccess(priority: number): void
}

interface Outage {
  reason: string
  since: Micros
  delaySeconds: number
  until: Micros
}

const ALL = Object.values(PRIORITY)

/** Logs once when an outage begins, when its reason changes and when it ends, regardless of the number of jobs. */
export function createCircuitBreaker(clock: Clock, log: Logger): CircuitBreaker {
  const outages = new Map<number, Outage>()
  return {
    findReady: () => ALL.filter((priority) => (outages.get(priority)?.until ?? 0) <= clock.now()),
    recordFailure(priority, reason) {
      const known = outages.get(priority)
      if (!known || removePaths(known.reason) !== removePaths(reason)) {
        log.warn({ priority, reason }, 'jobs wait for the host')
      }
      outages.set(priority, prolongOutage(known, reason, clock.now()))
    },
    recordSuccess(priority) {
      const over = outages.get(priority)
      if (!over || !outages.delete(priority)) return
      const seconds = Math.round((clock.now() - over.since) / MICROS_PER_SECOND)
      log.info({ priority, seconds }, 'the host does jobs again')
    },
  }
}

function prolongOutage(known: Outage | undefined, reason: string, now: Micros): Outage {
  const doubled = known ? known.delaySeconds * 2 : FIRST_SECONDS
  const delaySeconds = Math.min(doubled, MAX_SECONDS)
  const until = now + delaySeconds * MICROS_PER_SECOND
  return { reason, since: known?.since ?? now, delaySeconds, until }
}

/** Removes file names, which differ between jobs. */
function removePaths(reason: string): string {
  return reason.replaceAll(/\S*\/\S*/g, '')
}
