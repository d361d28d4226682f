import { MICROS_PER_SECOND, type Clock, type Micros } from '../../core/clock.ts'

/** What is to be done in all. */
export interface ProgressTotals {
  /** What is counted: `images`. */
  unit: string
  count: number
  bytes: number
}

/** How far something is. */
export interface Reading {
  /** Things that are done. */
  count: number
  /** Things that came to an end without being done. */
  failed: number
  bytes: number
  totalBytes: number
  /** Over the last half minute; undefined before there is anything to go by. */
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

/** Long enough to be calm, short enough to notice that the network has become slow. */
const WINDOW_SECONDS = 30

/** An estimate from less than that would be a guess. */
const MIN_SAMPLE_SECONDS = 2

interface Sample {
  at: Micros
  /** Things that came to an end. */
  ended: number
  bytes: number
}

/** Counts, and tells how fast it goes and how long it will take. */
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

/** What takes longest decides: bytes with large files, the requests for each with small ones. */
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
