import { countDaysInMonth } from '../days.ts'
import { createDraft, createPeriod, type Doubt, type Draft } from './date-fields.ts'

/** The first, second or last part of a period whose limits are a matter of convention. */
export type LoosePart = 'early' | 'middle' | 'late'

const LOOSE_PARTS = ['early', 'middle', 'late'] as const

type Limits = readonly [first: number, last: number]

/** Years of a decade, years of a century, months of a year and days of a month. */
const DECADE: readonly Limits[] = [
  [0, 3],
  [4, 6],
  [7, 9],
]
const CENTURY: readonly Limits[] = [
  [0, 33],
  [34, 66],
  [67, 99],
]
const YEAR: readonly Limits[] = [
  [1, 4],
  [5, 8],
  [9, 12],
]
const MONTH: readonly Limits[] = [
  [1, 10],
  [11, 20],
  [21, 31],
]

/** Reads `early 1920s`, `mid-May 1912` and the like. Returns undefined if the period has no such parts. */
export function takeLoosePart(draft: Draft, part: LoosePart): Draft | undefined {
  const { year, month, day } = draft.from
  if (draft.to !== null || year === null || day !== null) return undefined
  const doubts = [...draft.doubts, 'part'] as const
  const index = LOOSE_PARTS.indexOf(part)
  if (month === null)
    return (
      takeYears(year, { decade: DECADE[index], century: CENTURY[index] }, doubts) ??
      takeMonths(year, YEAR[index], doubts)
    )
  if (month > 12) return { ...draft, doubts }
  return takeDays(year, month, { days: MONTH[index], doubts })
}

function takeMonths(
  year: string,
  months: Limits | undefined,
  doubts: readonly Doubt[],
): Draft | undefined {
  if (months === undefined || isMasked(year)) return undefined
  const [first, last] = months
  return createPeriod({ year, month: first }, { year, month: last }, doubts)
}

function takeDays(
  year: string,
  month: number,
  { days, doubts }: { days: Limits | undefined; doubts: readonly Doubt[] },
): Draft | undefined {
  if (days === undefined || isMasked(year)) return undefined
  const [first, last] = days
  const end = Math.min(last, countDaysInMonth(Number(year), month))
  return createPeriod({ year, month, day: first }, { year, month, day: end }, doubts)
}

function isMasked(year: string): boolean {
  return year.includes('X')
}

/** A half, a quarter or a third of a period. */
export type Fraction = 'half' | 'quarter' | 'third'

const SHARES: Record<Fraction, number> = { half: 2, quarter: 4, third: 3 }
/** EDTF writes the parts of a year as months: 33 to 36, 37 to 39, and 40 and 41. */
const FIRST_DIVISION: Record<Fraction, number> = { quarter: 33, third: 37, half: 40 }

/**
 * Reads `first half of the 19th century`, `2nd quarter of 1931` and the like.
 * @param ordinal from 1; -1 is the last
 */
export function takeFraction(draft: Draft, fraction: Fraction, ordinal: number): Draft | undefined {
  const year = getYearOnly(draft)
  const index = findShare(fraction, ordinal)
  if (index === undefined || year === null) return undefined
  if (fraction === 'third' && year.endsWith('XX')) {
    return takeLoosePart(draft, LOOSE_PARTS[index] ?? 'early')
  }
  const decade = fraction === 'half' ? takeShare(10, 2, index) : undefined
  const limits = { decade, century: takeShare(100, SHARES[fraction], index) }
  const years = takeYears(year, limits, draft.doubts)
  if (years !== undefined || isMasked(year)) return years
  return createDraft({ year, month: FIRST_DIVISION[fraction] + index }, draft.doubts)
}

/** Returns the year of a draft that is a year, a decade or a century. */
function getYearOnly({ from: { year, month }, to }: Draft): string | null {
  return to === null && month === null ? year : null
}

/** Returns the index of the share from 0; undefined if there is none. */
function findShare(fraction: Fraction, ordinal: number): number | undefined {
  const shares = SHARES[fraction]
  const index = ordinal === -1 ? shares - 1 : ordinal - 1
  return index >= 0 && index < shares ? index : undefined
}

function takeShare(length: number, shares: number, index: number): Limits {
  return [(length / shares) * index, (length / shares) * (index + 1) - 1]
}

/** Takes years of a decade or of a century; undefined for any other year. */
function takeYears(
  year: string,
  { decade, century }: { decade: Limits | undefined; century: Limits | undefined },
  doubts: readonly Doubt[],
): Draft | undefined {
  const [, known = '', unknown = ''] = /^(\d*)(X*)$/u.exec(year) ?? []
  const years = { 1: decade, 2: century }[unknown.length]
  if (years === undefined) return undefined
  const [first, last] = years.map((offset) => known + String(offset).padStart(unknown.length, '0'))
  return first === undefined || last === undefined
    ? undefined
    : createPeriod({ year: first }, { year: last }, doubts)
}
