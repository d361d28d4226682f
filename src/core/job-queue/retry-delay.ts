import { MICROS_PER_SECOND, type Micros } from '../base/clock.ts'

const FIRST_SECONDS = 10
const FACTOR = 4
const MAX_SECONDS = 3600
const MAX_OUTAGE_SECONDS = 15 * 60
const JITTER = 0.25

/**
 * Returns the back-off before a failed job is retried: four times as long after each attempt, at most an hour,
 * plus up to 25% jitter, so that jobs which failed together are not retried together.
 * @param attempt the attempt that failed, from 1
 * @param chance 0 ≤ chance < 1
 */
export function computeRetryDelay(attempt: number, chance: number): Micros {
  return addJitter(Math.min(FIRST_SECONDS * FACTOR ** (attempt - 1), MAX_SECONDS), chance)
}

/**
 * Returns the back-off during an outage: as long as the outage has lasted, which doubles with each failure.
 * @param lasted duration of the outage
 * @param chance 0 ≤ chance < 1
 * @param maxSeconds default 15 minutes
 */
export function computeOutageDelay(
  lasted: Micros,
  chance: number,
  maxSeconds = MAX_OUTAGE_SECONDS,
): Micros {
  const seconds = Math.max(FIRST_SECONDS, lasted / MICROS_PER_SECOND)
  return addJitter(Math.min(seconds, maxSeconds), chance)
}

function addJitter(seconds: number, chance: number): Micros {
  return Math.round(seconds * (1 + JITTER * chance) * MICROS_PER_SECOND)
}
