import { edtfBounds } from './bounds.ts'
import type { Interval, IntervalEnd } from './edtf.ts'
import { parsePlainDate } from './parse-date.ts'
import { isDateTime } from './parse-date-time.ts'
import { refusal, split, type Stretch } from './stretch.ts'

/** Reads two ends around a slash; `..` is an open end, nothing at all an unknown one. */
export function parseInterval(stretch: Stretch): Interval {
  const [start, end, extra] = split(stretch, '/')
  if (start === undefined || end === undefined) throw refusal('an interval has two ends', stretch)
  if (extra !== undefined) throw refusal('an interval has only two ends', extra)
  const interval: Interval = { kind: 'interval', start: readEnd(start), end: readEnd(end) }
  const { strictFrom, strictTo } = edtfBounds(interval)
  if (strictFrom > strictTo) throw refusal('the interval ends before it begins', end)
  return interval
}

function readEnd(stretch: Stretch): IntervalEnd {
  if (stretch.text === '') return 'unknown'
  if (stretch.text === '..') return 'open'
  if (isDateTime(stretch.text)) throw refusal('an interval takes no time of day', stretch)
  return parsePlainDate(stretch)
}
