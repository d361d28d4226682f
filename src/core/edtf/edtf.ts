import type { Quality } from './quality.ts'

/** The longest text of a date, in characters: it bounds the work of the parser. */
export const MAX_DATE_TEXT = 50

/** A parsed and valid EDTF text: its days exist, and its intervals do not end before they begin. */
export type Edtf = PlainDate | DateTime | Interval | DateSet

/** A date that may be used alone, as an end of an interval or in a set. */
export type PlainDate = CalendarDate | Season | LongYear

/** One component of a date: its digits as written (`X` where unspecified, a year may begin with `-`). */
export interface Part {
  digits: string
  quality: Quality
}

/** A year, a month or a day. A date with a day has a month. */
export interface CalendarDate {
  kind: 'date'
  year: Part
  month: Part | null
  day: Part | null
}

/** A season, quarter, third or half of a year: `number` is 21 to 41, see seasons.ts. */
export interface Season {
  kind: 'season'
  year: Part
  number: number
  quality: Quality
}

/** A year written as a number: `Y170000002`, `Y-17E7`, `1950S2`. */
export interface LongYear {
  kind: 'long-year'
  /** The digits before an exponent, with their sign. */
  mantissa: string
  exponent: number
  /** Number of leading digits that are certain; null if all are. */
  significantDigits: number | null
  quality: Quality
}

/** A day with a time of day, both as written. `utcOffset` is "", "Z" or for example "+04:30". */
export interface DateTime {
  kind: 'date-time'
  year: number
  month: number
  day: number
  time: string
  utcOffset: string
}

export interface Interval {
  kind: 'interval'
  start: IntervalEnd
  end: IntervalEnd
}

/** An end of an interval: `..` is open, an empty end is unknown. */
export type IntervalEnd = PlainDate | 'open' | 'unknown'

/** Brackets mean one of the members, braces all of them. */
export interface DateSet {
  kind: 'set'
  choice: 'one' | 'all'
  members: [SetMember, ...SetMember[]]
}

/** A range without `from` or `to` has no limit in that direction. It always has one of them. */
export type SetMember =
  | { kind: 'single'; date: PlainDate }
  | { kind: 'range'; from: PlainDate; to: PlainDate | null }
  | { kind: 'range'; from: null; to: PlainDate }
