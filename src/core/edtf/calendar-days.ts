import { countDaysInMonth, isLeapYear, type CivilDate } from './days.ts'
import { expandDigits, isUnknown } from './digits.ts'
import type { CalendarDate } from './edtf.ts'

type Order = 'ascending' | 'descending'

/** Finds the earliest day that the date can mean; undefined if there is none (`1957-02-29`). */
export function findEarliestDay(date: CalendarDate): CivilDate | undefined {
  return findFirstDay(date, 'ascending')
}

/** Finds the latest day that the date can mean; undefined if there is none. */
export function findLatestDay(date: CalendarDate): CivilDate | undefined {
  return findFirstDay(date, 'descending')
}

/** Lists the months, 1 to 12, that the digits can mean. */
export function listMonths(digits: string): number[] {
  return [...expandDigits(digits, 'ascending')].filter((month) => month >= 1 && month <= 12)
}

/** Lists the days of the month that the date can mean in any of its years and months; none without a day. */
export function listDays(date: CalendarDate): number[] {
  const { year, month, day } = date
  if (day === null) return []
  const existing = [...expandDigits(day.digits, 'ascending')].filter(
    (value) => value >= 1 && value <= 31,
  )
  return existing.filter((value) => {
    const exact = { digits: String(value).padStart(2, '0'), quality: day.quality }
    return findEarliestDay({ kind: 'date', year, month, day: exact }) !== undefined
  })
}

/** All leap years have the same days, and so have all common years, so it checks one year of each kind. */
function findFirstDay(date: CalendarDate, order: Order): CivilDate | undefined {
  const checked = new Set<boolean>()
  for (const year of expandDigits(date.year.digits, order)) {
    const leap = isLeapYear(year)
    const found = checked.has(leap) ? undefined : findFirstDayOfYear(year, date, order)
    if (found !== undefined) return found
    checked.add(leap)
    if (checked.size === 2) return undefined
  }
  return undefined
}

function findFirstDayOfYear(year: number, date: CalendarDate, order: Order): CivilDate | undefined {
  for (const month of listCandidates(date.month?.digits, 12, order)) {
    for (const day of listCandidates(date.day?.digits, countDaysInMonth(year, month), order)) {
      return { year, month, day }
    }
  }
  return undefined
}

/** Lists the values from 1 to `last` that the digits allow; all if the component is absent. */
function* listCandidates(digits = 'XX', last: number, order: Order): Generator<number> {
  if (isUnknown(digits)) {
    for (let step = 1; step <= last; step += 1) yield order === 'ascending' ? step : last + 1 - step
    return
  }
  for (const value of expandDigits(digits, order)) {
    if (value >= 1 && value <= last) yield value
  }
}
