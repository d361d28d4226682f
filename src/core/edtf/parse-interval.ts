import { computeBoundsOfDigits } from './bounds.ts'
import type { Interval, IntervalEnd } from './edtf.ts'
import { parsePlainDate } from './parse-date.ts'
import { isDateTime } from './parse-date-time.ts'
import { errorAt, split, type TextSpan } from './text-span.ts'

/** Parses two ends around a slash: `..` is an open end, an empty text an unknown one. */
export function parseInterval(span: TextSpan): Interval {
  const [start, end, extra] = split(span, '/')
  if (start === undefined || end === undefined) throw errorAt('an interval has two ends', span)
  if (extra !== undefined) throw errorAt('an interval has only two ends', extra)
  const interval: Interval = { kind: 'interval', start: readEnd(start), end: readEnd(end) }
  const { strictFrom, strictTo } = computeBoundsOfDigits(interval)
  if (strictFrom > strictTo) throw errorAt('the interval ends before it begins', end)
  return interval
}

function readEnd(span: TextSpan): IntervalEnd {
  if (span.text === '') return 'unknown'
  if (span.text === '..') return 'open'
  if (isDateTime(span.text)) throw errorAt('an interval has no time of day', span)
  return parsePlainDate(span)
}
