const FIRST_SECONDS = 10
const GROWTH = 4
const MOST_SECONDS = 3600
const JITTER = 0.25

/**
 * Seconds until a job that failed is tried again: four times as long after each attempt, at most an hour,
 * and up to a quarter more, so that jobs which failed together don't come back together.
 * @param attempt the attempt that failed, from 1
 * @param chance 0 ≤ chance < 1
 */
export function retryDelaySeconds(attempt: number, chance: number): number {
  const seconds = Math.min(FIRST_SECONDS * GROWTH ** (attempt - 1), MOST_SECONDS)
  return seconds * (1 + JITTER * chance)
}
