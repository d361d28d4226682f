import { MICROS_PER_SECOND, type Clock, type Micros } from '../base/clock.ts'

const MIN_SECONDS = 5
const MAX_SECONDS = 300

/**
 * Decides when something that crashed may start again: at once after the first crash, after 5 seconds after the second
 * one, and after twice the time, up to 5 minutes, after each further one. A crash counts as the first one again after
 * 5 minutes of work.
 */
export interface CrashBackoff {
  /** Whole seconds until it may start again; 0 if it may. */
  readonly remainingSeconds: number
  recordStart(): void
  recordCrash(): void
}

export function createCrashBackoff(clock: Clock): CrashBackoff {
  let crashes = 0
  let startedAt: Micros = 0
  let retryAt: Micros = 0
  return {
    get remainingSeconds() {
      const seconds = Math.ceil((retryAt - clock.now()) / MICROS_PER_SECOND)
      // After the clock was set back, the time of the crash is unknown.
      return seconds > MAX_SECONDS ? 0 : Math.max(0, seconds)
    },
    recordStart() {
      startedAt = clock.now()
    },
    recordCrash() {
      const now = clock.now()
      if (now - startedAt >= MAX_SECONDS * MICROS_PER_SECOND) crashes = 0
      crashes += 1
      retryAt = now + computeDelay(crashes) * MICROS_PER_SECOND
    },
  }
}

function computeDelay(crashes: number): number {
  return crashes === 1 ? 0 : Math.min(MAX_SECONDS, MIN_SECONDS * 2 ** (crashes - 2))
}
