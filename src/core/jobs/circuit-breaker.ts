import type { Clock, Micros } from '../clock.ts'
import { MICROS_PER_SECOND } from '../clock.ts'
import { PRIORITY, type JobPriority } from './queue/enqueue.ts'
import type { Logger } from '../log.ts'

const FIRST_SECONDS = 5
const MOST_SECONDS = 2 * 60

/** Circuit breaker per lane of the queue: after a failure of the host, the lane is retried only after a delay. */
export interface CircuitBreaker {
  open(): JobPriority[]
  /** Records that the host could not do a job of this lane. */
  held(priority: number, reason: string): void
  /** Records that a job of this lane ended without a failure of the host. */
  passed(priority: number): void
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
    open: () => ALL.filter((lane) => (outages.get(lane)?.until ?? 0) <= clock.now()),
    held(priority, reason) {
      const known = outages.get(priority)
      if (!known || gist(known.reason) !== gist(reason)) {
        log.warn({ priority, reason }, 'jobs wait for the host')
      }
      outages.set(priority, prolonged(known, reason, clock.now()))
    },
    passed(priority) {
      const over = outages.get(priority)
      if (!over || !outages.delete(priority)) return
      const seconds = Math.round((clock.now() - over.since) / MICROS_PER_SECOND)
      log.info({ priority, seconds }, 'the host does jobs again')
    },
  }
}

function prolonged(known: Outage | undefined, reason: string, now: Micros): Outage {
  const doubled = known ? known.delaySeconds * 2 : FIRST_SECONDS
  const delaySeconds = Math.min(doubled, MOST_SECONDS)
  const until = now + delaySeconds * MICROS_PER_SECOND
  return { reason, since: known?.since ?? now, delaySeconds, until }
}

/** Removes file names, which differ between jobs. */
function gist(reason: string): string {
  return reason.replaceAll(/\S*\/\S*/g, '')
}
