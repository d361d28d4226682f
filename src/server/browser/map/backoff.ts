/** In milliseconds. Each further attempt waits twice as long. */
const FIRST_WAIT = 1000
/** After 1, 2, 4 and 8 seconds. */
const ATTEMPTS = 4

/** Decides when requests that failed are sent again. */
export interface Backoff {
  succeed(this: void): void
  fail(this: void): void
  /** Resets the delay and tries again at once. */
  restart(this: void): void
}

/**
 * @param retry sends them again
 * @param giveUp is called for failures after the last attempt, instead
 */
export function createBackoff(retry: () => void, giveUp: () => void): Backoff {
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
    attempts = 0
  }
  return {
    succeed() {
      if (timer === undefined) attempts = 0
    },
    fail() {
      if (timer !== undefined) return
      if (attempts === ATTEMPTS) return giveUp()
      timer = setTimeout(
        () => {
          timer = undefined
          attempts += 1
          retry()
        },
        FIRST_WAIT * 2 ** attempts,
      )
    },
    restart() {
      stop()
      retry()
    },
  }
}
