import type { Clock, Micros } from '../base/clock.ts'
import { MICROS_PER_SECOND } from '../base/clock.ts'
import { PRIORITY, type JobPriority } from '../job-queue/enqueue.ts'
import type { Logger } from '../base/log.ts'
import { computeOutageDelay } from '../job-queue/retry-delay.ts'

const MAX_OPEN_SECONDS = 2 * 60

/**
 * One circuit per priority. A failure of the host opens it. After a delay it is half-open: one job is tried, which
 * closes the circuit or opens it for longer.
 */
export interface CircuitBreaker {
  /** Returns the priorities of which a job may start, given the priorities of the running jobs. */
  findReady(running: readonly number[]): JobPriority[]
  /** Records that the host could not do a job of this priority. */
  recordFailure(priority: number, reason: string): void
  /** Records that a job of this priority ended without a failure of the host. */
  recordSuccess(priority: number): void
}

interface Outage {
  reason: string
  since: Micros
  openUntil: Micros
}

const ALL = Object.values(PRIORITY)

/** Logs once when an outage begins, when its reason changes and when it ends, regardless of the number of jobs. */
export function createCircuitBreaker(clock: Clock, log: Logger): CircuitBreaker {
  const outages = new Map<number, Outage>()
  return {
    findReady: (running) =>
      ALL.filter((priority) => {
        const outage = outages.get(priority)
        if (!outage) return true
        return outage.openUntil <= clock.now() && !running.includes(priority)
      }),
    recordFailure(priority, reason) {
      const known = outages.get(priority)
      if (!known || removePaths(known.reason) !== removePaths(reason)) {
        log.warn({ priority, reason }, 'the host cannot run jobs; they are retried later')
      }
      const now = clock.now()
      const since = known?.since ?? now
      const openUntil = now + computeOutageDelay(now - since, 0, MAX_OPEN_SECONDS)
      outages.set(priority, { reason, since, openUntil })
    },
    recordSuccess(priority) {
      const outage = outages.get(priority)
      if (!outage) return
      outages.delete(priority)
      const seconds = Math.round((clock.now() - outage.since) / MICROS_PER_SECOND)
      log.info({ priority, seconds }, 'the host can run jobs again')
    },
  }
}

/** Removes file names, which differ between jobs. */
function removePaths(reason: string): string {
  return reason.replaceAll(/\S*\/\S*/g, '')
}
