import type { Quality } from '../quality.ts'

/** A year in words: one year, a period of years, or a year of which no digit is known. */
export interface YearText {
  text: string
  kind: 'year' | 'decade' | 'century' | 'millennium' | 'unknown'
}

export type PartName = 'day' | 'month' | 'year' | 'season'

export type SeasonName = 'spring' | 'summer' | 'autumn' | 'winter'

/** A part of a year without a name: "1st quarter". */
export interface Fraction {
  kind: 'quarter' | 'third' | 'half'
  /** From 1. */
  ordinal: number
}

/**
 * The words for dates in one language. Arguments named `date`, `text`, `start` or `end` are texts that other phrases
 * of the same language made.
 */
export interface DatePhrases {
  /** "Unknown date" */
  unknownDate: string
  /** An unknown date in the middle of a sentence. */
  unknownDateInside: string
  /** January to December. */
  months: readonly string[]
  seasons: Readonly<Record<SeasonName, string>>
  hemispheres: Readonly<Record<'north' | 'south', string>>
  /** Between groups of three digits. */
  thousandsSeparator: string
  /** "1912", "79 AD", "44 BC". @param year astronomical year; 0 is 1 BC */
  year: (year: number) => string
  /** "year 19,000". @param number formatted number */
  largeYear: (number: string) => string
  /** "1890s". @param firstYear first year of the decade */
  decade: (firstYear: number) => string
  /** "19th century" */
  century: (ordinal: number) => string
  /** "2nd millennium" */
  millennium: (ordinal: number) => string
  unknownYear: (era: 'AD' | 'BC') => string
  /** "1st quarter" */
  fraction: (fraction: Fraction) => string
  /** The number of a day before the name of its month. */
  day: (day: number) => string
  /** "3 September". @param days one day or several, in words */
  dayOfMonth: (days: string, months: string) => string
  dayOfUnknownMonth: (days: string, year: YearText) => string
  /** "May 1912", "May in the 1910s" */
  inYear: (part: string, year: YearText) => string
  /** "1st half of 1931", "1st half of a year in the 1930s" */
  fractionOfYear: (fraction: string, year: YearText) => string
  /** "a", "a or b", "a, b or c" */
  enumerate: (items: readonly string[], conjunction: Conjunction) => string
  /** "c. 1920", "1920?", "c. 1920?" */
  qualify: (text: string, quality: Quality) => string
  /** "month and day unknown" */
  describeParts: (
    parts: readonly PartName[],
    quality: Exclude<Quality, 'exact'> | 'unknown',
  ) => string
  before: (date: string) => string
  after: (date: string) => string
  fromUnknownTo: (date: string) => string
  fromToUnknown: (date: string) => string
  between: (start: string, end: string) => string
  /** All dates of a range. */
  allOf: (range: string) => string
  orEarlier: (date: string, conjunction: Conjunction) => string
  orLater: (date: string, conjunction: Conjunction) => string
}

export type Conjunction = 'and' | 'or'

/** "1910–1911", but "May 1910 – June 1911" if an end contains spaces. */
export function formatRange(start: string, end: string): string {
  return /\s/u.test(start + end) ? `${start} – ${end}` : `${start}–${end}`
}

/** Joins items with commas and a word before the last one. */
export function joinItems(items: readonly string[], word: string): string {
  const last = items.at(-1) ?? ''
  const others = items.slice(0, -1)
  return others.length === 0 ? last : `${others.join(', ')} ${word} ${last}`
}

/** Formats consecutive values as a range, others as a choice. */
export function formatValues(
  values: readonly number[],
  name: (value: number) => string,
  { enumerate }: DatePhrases,
): string {
  const first = values[0] ?? 0
  const last = values.at(-1) ?? 0
  if (values.length > 2 && last - first === values.length - 1) {
    return formatRange(name(first), name(last))
  }
  return enumerate(values.map(name), 'or')
}

/** Returns the names of January to December. @param language BCP 47 tag */
export function listMonthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month)))
}

/** Formats an astronomical year with the abbreviation of its era if it has less than four digits. */
export function formatYear(year: number, eras: { before: string; since: string }): string {
  if (year >= 1000) return String(year)
  return year > 0 ? `${year} ${eras.since}` : `${1 - year} ${eras.before}`
}

const ROMAN = [
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const

/** Formats a number from 1 to 100 in Roman numerals. */
export function formatRoman(number: number): string {
  let rest = number
  let text = ''
  for (const [value, digits] of ROMAN) {
    text += digits.repeat(Math.floor(rest / value))
    rest %= value
  }
  return text
}
