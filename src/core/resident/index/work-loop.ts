/** Poll interval of idle work: short after a change, longer while nothing changes. */
const MIN_POLL_MS = 50
const MAX_POLL_MS = 1000

/** Whether there is more to do at once. After a failure, nothing is tried for a while. */
export type Progress = 'more' | 'idle' | 'failed'

/** Work that yields every few milliseconds. */
export type Slices<Result> = Generator<void, Result>

/** Does all of the work at once. */
export function finish<Result>(work: Slices<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Repeats the work of a thread in slices of some milliseconds, so that the thread receives messages in between. */
export class WorkLoop {
  readonly #work: () => Progress
  #isScheduled = false
  #isStopped = false
  #pollMs = MIN_POLL_MS
  #pollTimer: NodeJS.Timeout | undefined

  constructor(work: () => Progress) {
    this.#work = work
  }

  /** Works soon, because there may be something to do. */
  wake(): void {
    clearTimeout(this.#pollTimer)
    if (this.#isScheduled || this.#isStopped) return
    this.#isScheduled = true
    setImmediate(() => this.#run())
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#pollTimer)
  }

  #run(): void {
    this.#isScheduled = false
    if (this.#isStopped) return
    const progress = this.#work()
    if (progress === 'more') {
      this.#pollMs = MIN_POLL_MS
      return this.wake()
    }
    if (progress === 'failed') this.#pollMs = MAX_POLL_MS
    this.#pollTimer = setTimeout(() => this.wake(), this.#pollMs)
    this.#pollMs = Math.min(2 * this.#pollMs, MAX_POLL_MS)
  }
}
