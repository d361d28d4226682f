import { toYear } from './middle-day.ts'

/** The number of dates in a decade. */
export interface DecadeCount {
  /** Its first year, astronomical: 1900. Null for dates without a year. */
  decade: number | null
  count: number
}

const YEARS = 10

/**
 * Counts dates by the decade of their middle day.
 * @param days with the number of dates on each, in any order; NaN or null without a day
 * @returns the decades with dates in ascending order, null last
 */
export function countDecades(
  days: Iterable<readonly [day: number | null, count: number]>,
): DecadeCount[] {
  const counts = new Map<number | null, number>()
  for (const [day, count] of days) {
    const year = toYear(day ?? Number.NaN)
    const decade = year === undefined ? null : Math.floor(year / YEARS) * YEARS
    counts.set(decade, (counts.get(decade) ?? 0) + count)
  }
  return [...counts]
    .map(([decade, count]) => ({ decade, count }))
    .sort((one, other) => (one.decade ?? Infinity) - (other.decade ?? Infinity))
}
