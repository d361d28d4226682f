import { daysInMonth, isLeapYear, type CivilDate } from './days.ts'
import { fillings, isUnknown } from './digits.ts'
import type { CalendarDate } from './edtf.ts'

type Order = 'rising' | 'falling'

/** The earliest day that the date can stand for, undefined if it stands for none (`1957-02-29`). */
export function earliestDay(date: CalendarDate): CivilDate | undefined {
  return nextDay(date, 'rising')
}

/** The latest day that the date can stand for, undefined if it stands for none. */
export function latestDay(date: CalendarDate): CivilDate | undefined {
  return nextDay(date, 'falling')
}

/** The months (1 to 12) that the digits can stand for. */
export function monthsOf(digits: string): number[] {
  return [...fillings(digits, 'rising')].filter((month) => month >= 1 && month <= 12)
}

/** The days that the date can stand for in any of its years and months; without a day none. */
export function daysOf(date: CalendarDate): number[] {
  const { year, month, day } = date
  if (day === null) return []
  const existing = [...fillings(day.digits, 'rising')].filter((value) => value >= 1 && value <= 31)
  return existing.filter((value) => {
    const exact = { digits: String(value).padStart(2, '0'), quality: day.quality }
    return earliestDay({ kind: 'date', year, month, day: exact }) !== undefined
  })
}

/** Leap years and common years are each alike, so that one of either kind tells of all. */
function nextDay(date: CalendarDate, order: Order): CivilDate | undefined {
  const inVain = new Set<boolean>()
  for (const year of fillings(date.year.digits, order)) {
    const leap = isLeapYear(year)
    const found = inVain.has(leap) ? undefined : nextDayIn(year, date, order)
    if (found !== undefined) return found
    inVain.add(leap)
    if (inVain.size === 2) return undefined
  }
  return undefined
}

function nextDayIn(year: number, date: CalendarDate, order: Order): CivilDate | undefined {
  for (const month of within(date.month?.digits, 12, order)) {
    for (const day of within(date.day?.digits, daysInMonth(year, month), order)) {
      return { year, month, day }
    }
  }
  return undefined
}

/** The values from 1 to `last` that the digits allow; a component that is not there allows all. */
function* within(digits = 'XX', last: number, order: Order): Generator<number> {
  if (isUnknown(digits)) {
    for (let step = 1; step <= last; step += 1) yield order === 'rising' ? step : last + 1 - step
    return
  }
  for (const value of fillings(digits, order)) {
    if (value >= 1 && value <= last) yield value
  }
}
