import { computeBounds } from '../../core/edtf/bounds.ts'
import { BEGINNING_OF_TIME, END_OF_TIME, toCivilDate } from '../../core/edtf/days.ts'
import { displayEdtf } from '../../core/edtf/display.ts'
import { parseEdtf } from '../../core/edtf/parse.ts'
import type { Doubt } from '../../core/edtf/recorded/date-fields.ts'
import type { Reading } from '../../core/edtf/recorded/reading-set.ts'

/** One meaning of a recorded date, as commands show it. */
export interface DescribedReading {
  edtf: string
  /** The first and the last day of the date as written, such as 1912-05-01; null if there is none. */
  earliest: string | null
  latest: string | null
  /** The date in English. */
  display: string
  /** Codes of the languages in which the text has this meaning; empty if the text is EDTF. */
  languages: readonly string[]
  /** Why the reading is not certain. */
  notes: readonly string[]
}

export function describeReading({ edtf, languages, doubts }: Reading): DescribedReading {
  const parsed = parseEdtf(edtf)
  const { strictFrom, strictTo } = computeBounds(parsed)
  return {
    edtf,
    earliest: formatDay(strictFrom),
    latest: formatDay(strictTo),
    display: displayEdtf(parsed),
    languages,
    notes: doubts.map((doubt) => NOTES[doubt]),
  }
}

const NOTES: Readonly<Record<Doubt, string>> = {
  brackets: 'Square brackets mark what the cataloger supplied.',
  century: 'The number is read as a century.',
  compact: 'The digits may be another number.',
  copyright: 'The image may be older than its copyright.',
  'day-first': 'The month may come first: --day-first or --month-first decides.',
  distance: 'EDTF cannot say how close the date is.',
  limit: 'EDTF includes the named period.',
  mask: 'The question mark may stand for a digit or for uncertainty.',
  'month-or-year': 'The second number may be a month or a year.',
  'next-century': 'The range may end in the next century.',
  'open-end': 'The other end of the range may be missing.',
  'other-language': 'In another language, the word is a different month: --lang decides.',
  overlap: 'One date is a part of the other.',
  part: 'The limits of early, mid and late are a convention.',
  'qualified-part': 'A qualifier may refer to a part of the date or to all of it.',
  scope: 'A word or sign may refer to one of the dates or to both.',
  'season-code': 'EDTF reads the number after the year as a part of the year.',
  'turn-of-century': 'The years around the turn of a century are a convention.',
  'unlikely-year': 'The year is unusual.',
  weekday: 'The date is not on this day of the week.',
  winter: 'A winter is read as December to February.',
}

/** `1912-05-01`; null without a limit, and for years that have more than four digits. */
function formatDay(day: number): string | null {
  if (day === BEGINNING_OF_TIME || day === END_OF_TIME) return null
  const { year, month, day: dayOfMonth } = toCivilDate(day)
  if (Math.abs(year) > 9999) return null
  const digits = String(Math.abs(year)).padStart(4, '0')
  const parts = [month, dayOfMonth].map((part) => String(part).padStart(2, '0'))
  return `${year < 0 ? '-' : ''}${digits}-${parts.join('-')}`
}
