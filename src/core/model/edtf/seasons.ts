/**
 * Divisions of a year, written in place of a month: 21 to 24 (level 1) and 25 to 41 (level 2). A season is a range of
 * whole months within the year. A winter, or a southern summer, is December only, because "winter 1956" may mean the
 * winter before or after.
 */
export interface Division {
  name: string
  /** A clarification, shown in parentheses. */
  note: string | null
  firstMonth: number
  lastMonth: number
  /** Months by which one unit of uncertainty widens it. */
  step: number
}

const SPRING = [3, 5] as const
const SUMMER = [6, 8] as const
const AUTUMN = [9, 11] as const
const DECEMBER = [12, 12] as const

const NORTH = 'northern hemisphere'
const SOUTH = 'southern hemisphere'

const DIVISIONS: ReadonlyMap<number, Division> = new Map([
  [21, createSeason('spring', SPRING, null)],
  [22, createSeason('summer', SUMMER, null)],
  [23, createSeason('autumn', AUTUMN, null)],
  [24, createSeason('winter', DECEMBER, null)],
  [25, createSeason('spring', SPRING, NORTH)],
  [26, createSeason('summer', SUMMER, NORTH)],
  [27, createSeason('autumn', AUTUMN, NORTH)],
  [28, createSeason('winter', DECEMBER, NORTH)],
  [29, createSeason('spring', AUTUMN, SOUTH)],
  [30, createSeason('summer', DECEMBER, SOUTH)],
  [31, createSeason('autumn', SPRING, SOUTH)],
  [32, createSeason('winter', SUMMER, SOUTH)],
  [33, createFraction('1st quarter', 1, 3)],
  [34, createFraction('2nd quarter', 4, 6)],
  [35, createFraction('3rd quarter', 7, 9)],
  [36, createFraction('4th quarter', 10, 12)],
  [37, createFraction('1st third', 1, 4)],
  [38, createFraction('2nd third', 5, 8)],
  [39, createFraction('3rd third', 9, 12)],
  [40, createFraction('1st half', 1, 6)],
  [41, createFraction('2nd half', 7, 12)],
])

/** Finds a division by its number, 21 to 41; undefined for any other number. */
export function findDivision(number: number): Division | undefined {
  return DIVISIONS.get(number)
}

/** Whether the division is a numbered part of the year, such as a quarter, and not a season. */
export function isFraction(number: number): boolean {
  return number >= 33
}

function createSeason(
  name: string,
  months: readonly [number, number],
  note: string | null,
): Division {
  return { name, note, firstMonth: months[0], lastMonth: months[1], step: 3 }
}

function createFraction(name: string, firstMonth: number, lastMonth: number): Division {
  return { name, note: null, firstMonth, lastMonth, step: lastMonth - firstMonth + 1 }
}
