import { MICROS_PER_SECOND, type Micros } from '../clock.ts'

const FIRST_SECONDS = 10
const GROWTH = 4
const MOST_SECONDS = 3600
const MOST_WAITING_SECONDS = 15 * 60
const JITTER = 0.25

/**
 * Time until a job that failed is tried again: four times as long after each attempt, at most an hour,
 * and up to a quarter more, so that jobs which failed together don't come back together.
 * @param attempt the attempt that failed, from 1
 * @param chance 0 ≤ chance < 1
 */
export function retryDelay(attempt: number, chance: number): Micros {
  return spread(Math.min(FIRST_SECONDS * GROWTH ** (attempt - 1), MOST_SECONDS), chance)
}

/**
 * Time until a job that the host could not do is tried again: as long as that has lasted already, at most
 * a quarter of an hour.
 * @param lasted how long the host has not been able to do it
 * @param chance 0 ≤ chance < 1
 */
export function outageDelay(lasted: Micros, chance: number): Micros {
  const seconds = Math.max(FIRST_SECONDS, lasted / MICROS_PER_SECOND)
  return spread(Math.min(seconds, MOST_WAITING_SECONDS), chance)
}

function spread(seconds: number, chance: number): Micros {
  return Math.round(seconds * (1 + JITTER * chance) * MICROS_PER_SECOND)
}
