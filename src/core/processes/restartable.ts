import type { Clock } from '../base/clock.ts'
import { serverStopping, tryAgain, type CatalogError } from '../base/errors.ts'
import type { Logger } from '../base/log.ts'
import { createCrashBackoff } from './crash-backoff.ts'

/** Something that starts on first use, and again after it crashed, with backoff. */
export interface Restartable<Running> extends AsyncDisposable {
  /** Undefined before its first use and after a crash. */
  readonly running: Running | undefined
  /** Whether `get` succeeds. */
  readonly canRun: boolean
  /** Starts it if necessary. @throws CatalogError kind `unavailable` shortly after crashes, and after disposal */
  get(): Running
}

export interface RestartableOptions<Running> {
  clock: Clock
  log: Pick<Logger, 'error'>
  /** Name in log messages. */
  name: string
  /** The sentence that tells users about a recent crash. */
  problem: string
  /** Whether it would end for the same reason again. Then `get` throws the reason until the server starts again. */
  isFinal?: (cause: unknown) => cause is CatalogError
  /** @param onEnd must be called when it has ended by itself */
  start: (onEnd: (cause: unknown) => void) => Running
}

export function createRestartable<Running extends AsyncDisposable>({
  clock,
  log,
  name,
  problem,
  isFinal,
  start,
}: RestartableOptions<Running>): Restartable<Running> {
  const backoff = createCrashBackoff(clock)
  let running: Running | undefined
  let isDisposed = false
  let finalError: CatalogError | undefined
  const onEnd = (cause: unknown): void => {
    running = undefined
    if (isFinal?.(cause)) {
      finalError = cause
      return log.error({ err: cause }, `${name} ended and does not start again`)
    }
    backoff.recordCrash()
    const { remainingSeconds } = backoff
    log.error({ err: cause }, `${name} ended; it can start again in ${remainingSeconds} seconds`)
  }
  return {
    get running() {
      return running
    },
    get canRun() {
      return !isDisposed && !finalError && (running !== undefined || backoff.remainingSeconds === 0)
    },
    get() {
      if (isDisposed) throw serverStopping()
      if (finalError) throw finalError
      if (running) return running
      const { remainingSeconds } = backoff
      if (remainingSeconds > 0) throw tryAgain(problem, remainingSeconds)
      backoff.recordStart()
      return (running = start(onEnd))
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await running?.[Symbol.asyncDispose]()
    },
  }
}
