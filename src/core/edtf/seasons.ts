import type { Fraction, SeasonName } from './phrases/phrases.ts'

/**
 * Divisions of a year, written in place of a month: 21 to 24 (level 1) and 25 to 41 (level 2). A season is a range of
 * whole months within the year. A winter, or a southern summer, is December only, because "winter 1956" may mean the
 * winter before or after.
 */
export interface Division {
  /** Name: a season, of one hemisphere or of either, or a numbered part. */
  name: { season: SeasonName; hemisphere: Hemisphere | null } | Fraction
  firstMonth: number
  lastMonth: number
  /** Months by which one unit of uncertainty widens it. */
  step: number
}

const SPRING = [3, 5] as const
const SUMMER = [6, 8] as const
const AUTUMN = [9, 11] as const
const DECEMBER = [12, 12] as const

type Hemisphere = 'north' | 'south'

const DIVISIONS: ReadonlyMap<number, Division> = new Map([
  [21, createSeason('spring', SPRING, null)],
  [22, createSeason('summer', SUMMER, null)],
  [23, createSeason('autumn', AUTUMN, null)],
  [24, createSeason('winter', DECEMBER, null)],
  [25, createSeason('spring', SPRING, 'north')],
  [26, createSeason('summer', SUMMER, 'north')],
  [27, createSeason('autumn', AUTUMN, 'north')],
  [28, createSeason('winter', DECEMBER, 'north')],
  [29, createSeason('spring', AUTUMN, 'south')],
  [30, createSeason('summer', DECEMBER, 'south')],
  [31, createSeason('autumn', SPRING, 'south')],
  [32, createSeason('winter', SUMMER, 'south')],
  [33, createFraction('quarter', 1, 1, 3)],
  [34, createFraction('quarter', 2, 4, 6)],
  [35, createFraction('quarter', 3, 7, 9)],
  [36, createFraction('quarter', 4, 10, 12)],
  [37, createFraction('third', 1, 1, 4)],
  [38, createFraction('third', 2, 5, 8)],
  [39, createFraction('third', 3, 9, 12)],
  [40, createFraction('half', 1, 1, 6)],
  [41, createFraction('half', 2, 7, 12)],
])

/** Finds a division by its number, 21 to 41; undefined for any other number. */
export function findDivision(number: number): Division | undefined {
  return DIVISIONS.get(number)
}

function createSeason(
  season: SeasonName,
  months: readonly [number, number],
  hemisphere: Hemisphere | null,
): Division {
  return { name: { season, hemisphere }, firstMonth: months[0], lastMonth: months[1], step: 3 }
}

function createFraction(
  kind: Fraction['kind'],
  ordinal: number,
  firstMonth: number,
  lastMonth: number,
): Division {
  return { name: { kind, ordinal }, firstMonth, lastMonth, step: lastMonth - firstMonth + 1 }
}
