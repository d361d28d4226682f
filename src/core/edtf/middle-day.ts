import { BEGINNING_OF_TIME, END_OF_TIME, toCivilDate } from './days.ts'

/**
 * Returns the day in the middle of a date with these bounds; the known bound if the other one is open. NaN without a
 * date, or if both bounds are open. The query `selectMiddleDay` computes the same.
 */
export function findMiddleDay(from: number, to: number): number {
  if (from === BEGINNING_OF_TIME) return to === END_OF_TIME ? Number.NaN : to
  return to === END_OF_TIME ? from : from + Math.floor((to - from) / 2)
}

/** Returns the astronomical year of a day: 0 is 1 BC. Undefined for a number that is not finite. */
export function toYear(day: number): number | undefined {
  return Number.isFinite(day) ? toCivilDate(day).year : undefined
}
