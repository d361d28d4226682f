import {
  computeCalendarBounds,
  computeLongYearBounds,
  computeSeasonBounds,
  type DateBounds,
} from './single-date-bounds.ts'
import { BEGINNING_OF_TIME, toDayNumber, END_OF_TIME } from './days.ts'
import { hasKnownCentury } from './digits.ts'
import type { Edtf, IntervalEnd, PlainDate, SetMember } from './edtf.ts'

const NO_BEGINNING = { strictFrom: BEGINNING_OF_TIME, fuzzyFrom: BEGINNING_OF_TIME }
const NO_END = { strictTo: END_OF_TIME, fuzzyTo: END_OF_TIME }

/**
 * Computes the bounds of a date. Where its century is unknown, as in `XXXX`, `1XXX` or `XXXX-12`, it has none: its digits
 * would make it a date of all times, and the middle of it the year 5000.
 */
export function computeBounds(edtf: Edtf): DateBounds {
  return compute(edtf, (date) => {
    const isDated = date.kind === 'long-year' || hasKnownCentury(date.year.digits)
    return isDated ? computePlainBounds(date) : { ...NO_BEGINNING, ...NO_END }
  })
}

/** Computes the bounds that the digits of a date have, also where its century is unknown: those of `1XXX` are 1000 and 1999. */
export function computeBoundsOfDigits(edtf: Edtf): DateBounds {
  return compute(edtf, computePlainBounds)
}

type ComputePlain = (date: PlainDate) => DateBounds

function compute(edtf: Edtf, computePlain: ComputePlain): DateBounds {
  switch (edtf.kind) {
    case 'date-time':
      return createDayBounds(toDayNumber(edtf.year, edtf.month, edtf.day))
    case 'interval':
      return join(
        computeEndBounds(edtf.start, computePlain),
        computeEndBounds(edtf.end, computePlain),
      )
    case 'set':
      return edtf.members.map((member) => computeMemberBounds(member, computePlain)).reduce(union)
    default:
      return computePlain(edtf)
  }
}

function computePlainBounds(date: PlainDate): DateBounds {
  switch (date.kind) {
    case 'date':
      return computeCalendarBounds(date)
    case 'season':
      return computeSeasonBounds(date)
    default:
      return computeLongYearBounds(date)
  }
}

function createDayBounds(day: number): DateBounds {
  return { strictFrom: day, strictTo: day, fuzzyFrom: day, fuzzyTo: day }
}

function computeEndBounds(end: IntervalEnd, computePlain: ComputePlain): DateBounds {
  const isOpen = end === 'open' || end === 'unknown'
  return isOpen ? { ...NO_BEGINNING, ...NO_END } : computePlain(end)
}

function computeMemberBounds(member: SetMember, computePlain: ComputePlain): DateBounds {
  if (member.kind === 'single') return computePlain(member.date)
  return join(
    computeEndBounds(member.from ?? 'open', computePlain),
    computeEndBounds(member.to ?? 'open', computePlain),
  )
}

/** Returns the bounds from the start of one date to the end of another. */
function join(start: DateBounds, end: DateBounds): DateBounds {
  return {
    strictFrom: start.strictFrom,
    strictTo: end.strictTo,
    fuzzyFrom: start.fuzzyFrom,
    fuzzyTo: end.fuzzyTo,
  }
}

function union(one: DateBounds, other: DateBounds): DateBounds {
  return {
    strictFrom: Math.min(one.strictFrom, other.strictFrom),
    strictTo: Math.max(one.strictTo, other.strictTo),
    fuzzyFrom: Math.min(one.fuzzyFrom, other.fuzzyFrom),
    fuzzyTo: Math.max(one.fuzzyTo, other.fuzzyTo),
  }
}
