import { MICROS_PER_SECOND, type Clock, type Micros } from '../../../core/base/clock.ts'

/** Displays progress in items and bytes. */
export interface Progress extends Disposable {
  /** Adds transferred bytes; a negative count if they must be sent again. */
  addBytes(count: number): void
  addDone(): void
  /** Counts one item that failed. */
  addFailed(): void
  /** Subtracts bytes from the total, because they need not be sent. */
  reduceTotal(bytes: number): void
  /** Prints a message without disturbing the bar. */
  log(sentence: string): void
}

export interface ProgressTotals {
  /** Plural name of the items, such as `images`. */
  unit: string
  count: number
  bytes: number
}

/** The progress at one moment. */
export interface Reading {
  /** Completed items. */
  count: number
  /** Failed items. */
  failed: number
  bytes: number
  totalBytes: number
  /** Average over the last 30 seconds; undefined during the first two. */
  bytesPerSecond: number | undefined
  secondsLeft: number | undefined
}

export interface Meter {
  addBytes(more: number): void
  addDone(): void
  addFailed(): void
  reduceTotal(bytes: number): void
  read(): Reading
}

/** Long enough for a steady estimate, short enough to follow a change of the network's speed. */
const WINDOW_SECONDS = 30

/** Estimates from a shorter time would be unreliable. */
const MIN_SAMPLE_SECONDS = 2

interface Sample {
  at: Micros
  /** Completed and failed items. */
  ended: number
  bytes: number
}

/** Counts items and bytes, and estimates the rate and the remaining time. */
export function startMeter(clock: Clock, totals: ProgressTotals): Meter {
  let count = 0
  let failed = 0
  let bytes = 0
  let totalBytes = totals.bytes
  const marks: Sample[] = []
  const mark = (): Sample => {
    const now = { at: clock.now(), ended: count + failed, bytes }
    const last = marks.at(-1)
    if (!last || now.at - last.at >= MICROS_PER_SECOND) marks.push(now)
    while (marks.length > 1 && now.at - (marks[1]?.at ?? 0) >= WINDOW_SECONDS * MICROS_PER_SECOND) {
      marks.shift()
    }
    return now
  }
  mark()
  return {
    addBytes(more) {
      bytes += more
      mark()
    },
    addDone() {
      count += 1
      mark()
    },
    addFailed() {
      failed += 1
      mark()
    },
    reduceTotal(less) {
      totalBytes -= less
    },
    read() {
      const now = mark()
      const total = { count: totals.count, bytes: totalBytes }
      return { count, failed, bytes, totalBytes, ...estimatePace(marks[0] ?? now, now, total) }
    },
  }
}

/** The remaining time is that of bytes or of items, whichever is longer: large files are limited by bytes. */
function estimatePace(
  from: Sample,
  now: Sample,
  totals: Pick<ProgressTotals, 'count' | 'bytes'>,
): Pick<Reading, 'bytesPerSecond' | 'secondsLeft'> {
  const seconds = (now.at - from.at) / MICROS_PER_SECOND
  if (seconds < MIN_SAMPLE_SECONDS) return { bytesPerSecond: undefined, secondsLeft: undefined }
  const bytesPerSecond = Math.max(0, (now.bytes - from.bytes) / seconds)
  const perSecond = (now.ended - from.ended) / seconds
  const left = Math.max(
    (totals.bytes - now.bytes) / bytesPerSecond || 0,
    (totals.count - now.ended) / perSecond || 0,
  )
  return { bytesPerSecond, secondsLeft: Number.isFinite(left) ? left : undefined }
}
