import { BEGINNING_OF_TIME, END_OF_TIME, toCivilDate } from './days.ts'
import type { DateBounds } from './single-date-bounds.ts'

/**
 * Formats the bounds of a date as ISO 8601 has dates and intervals: `1905`, `1905-04`, `1930/1939`, `../1908`. Years with
 * more than four digits and before 0 have a sign and six digits.
 * @returns null if it has neither a beginning nor an end
 */
export function formatIsoInterval({
  strictFrom: from,
  strictTo: to,
}: Pick<DateBounds, 'strictFrom' | 'strictTo'>): string | null {
  const hasStart = from !== BEGINNING_OF_TIME
  const hasEnd = to !== END_OF_TIME
  const turns = [...(hasStart ? [from] : []), ...(hasEnd ? [to + 1] : [])].map(toCivilDate)
  if (turns.length === 0) return null
  const areMonths = turns.every(({ day }) => day === 1)
  const areYears = areMonths && turns.every(({ month }) => month === 1)
  const parts = areYears ? 1 : areMonths ? 2 : 3
  const start = hasStart ? formatDay(from, parts) : '..'
  const end = hasEnd ? formatDay(to, parts) : '..'
  return start === end ? start : `${start}/${end}`
}

function formatDay(dayNumber: number, parts: number): string {
  const { year, month, day } = toCivilDate(dayNumber)
  return [formatYear(year), padTwo(month), padTwo(day)].slice(0, parts).join('-')
}

function formatYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0')
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`
}

function padTwo(part: number): string {
  return String(part).padStart(2, '0')
}
