import {
  computeCalendarBounds,
  computeLongYearBounds,
  computeSeasonBounds,
  type DateBounds,
} from './single-date-bounds.ts'
import { BEGINNING_OF_TIME, toDayNumber, END_OF_TIME } from './days.ts'
import type { Edtf, IntervalEnd, SetMember } from './edtf.ts'

const NO_BEGINNING = { strictFrom: BEGINNING_OF_TIME, fuzzyFrom: BEGINNING_OF_TIME }
const NO_END = { strictTo: END_OF_TIME, fuzzyTo: END_OF_TIME }

export function computeBounds(edtf: Edtf): DateBounds {
  switch (edtf.kind) {
    case 'date':
      return computeCalendarBounds(edtf)
    case 'season':
      return computeSeasonBounds(edtf)
    case 'long-year':
      return computeLongYearBounds(edtf)
    case 'date-time':
      return createDayBounds(toDayNumber(edtf.year, edtf.month, edtf.day))
    case 'interval':
      return join(computeEndBounds(edtf.start), computeEndBounds(edtf.end))
    default:
      return edtf.members.map(computeMemberBounds).reduce(union)
  }
}

function createDayBounds(day: number): DateBounds {
  return { strictFrom: day, strictTo: day, fuzzyFrom: day, fuzzyTo: day }
}

function computeEndBounds(end: IntervalEnd): DateBounds {
  return end === 'open' || end === 'unknown' ? { ...NO_BEGINNING, ...NO_END } : computeBounds(end)
}

function computeMemberBounds(member: SetMember): DateBounds {
  if (member.kind === 'single') return computeBounds(member.date)
  return join(computeEndBounds(member.from ?? 'open'), computeEndBounds(member.to ?? 'open'))
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
