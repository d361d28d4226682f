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
  count: number
  bytes: number
  /** Over the last half minute; undefined before there is anything to go by. */
  bytesPerSecond: number | undefined
  secondsLeft: number | undefined
}

export interface Meter {
  bytes(more: number): void
  done(): void
  read(): Reading
}

/** Long enough to be calm, short enough to notice that the network has become slow. */
const WINDOW_SECONDS = 30

/** An estimate from less than that would be a guess. */
const LEAST_SECONDS = 2

interface Mark {
  at: Micros
  count: number
  bytes: number
}

/** Counts, and tells how fast it goes and how long it will take. */
export function startMeter(clock: Clock, totals: ProgressTotals): Meter {
  let count = 0
  let bytes = 0
  const marks: Mark[] = []
  const mark = (): Mark => {
    const now = { at: clock.now(), count, bytes }
    const last = marks.at(-1)
    if (!last || now.at - last.at >= MICROS_PER_SECOND) marks.push(now)
    while (marks.length > 1 && now.at - (marks[1]?.at ?? 0) >= WINDOW_SECONDS * MICROS_PER_SECOND) {
      marks.shift()
    }
    return now
  }
  mark()
  return {
    bytes(more) {
      bytes += more
      mark()
    },
    done() {
      count += 1
      mark()
    },
    read() {
      const now = mark()
      return { count, bytes, ...pace(marks[0] ?? now, now, totals) }
    },
  }
}

/** What takes longest decides: bytes with large files, the requests for each with small ones. */
function pace(
  from: Mark,
  now: Mark,
  totals: ProgressTotals,
): Pick<Reading, 'bytesPerSecond' | 'secondsLeft'> {
  const seconds = (now.at - from.at) / MICROS_PER_SECOND
  if (seconds < LEAST_SECONDS) return { bytesPerSecond: undefined, secondsLeft: undefined }
  const bytesPerSecond = Math.max(0, (now.bytes - from.bytes) / seconds)
  const perSecond = (now.count - from.count) / seconds
  const left = Math.max(
    (totals.bytes - now.bytes) / bytesPerSecond || 0,
    (totals.count - now.count) / perSecond || 0,
  )
  return { bytesPerSecond, secondsLeft: Number.isFinite(left) ? left : undefined }
}
