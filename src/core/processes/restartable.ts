import type { Clock } from '../clock.ts'
import { serverStopping, tryAgain } from '../errors.ts'
import type { Logger } from '../log.ts'
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
  /** What log messages call it. */
  name: string
  /** The sentence that tells users about a recent crash. */
  problem: string
  /** @param onEnd must be called when it has ended by itself */
  start: (onEnd: (cause: unknown) => void) => Running
}

export function createRestartable<Running extends AsyncDisposable>({
  clock,
  log,
  name,
  problem,
  start,
}: RestartableOptions<Running>): Restartable<Running> {
  const backoff = createCrashBackoff(clock)
  let running: Running | undefined
  let isDisposed = false
  const onEnd = (cause: unknown): void => {
    running = undefined
    backoff.recordCrash()
    const { remainingSeconds } = backoff
    log.error({ err: cause }, `${name} ended; it can start again in ${remainingSeconds} seconds`)
  }
  return {
    get running() {
      return running
    },
    get canRun() {
      return !isDisposed && (running !== undefined || backoff.remainingSeconds === 0)
    },
    get() {
      if (isDisposed) throw serverStopping()
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
