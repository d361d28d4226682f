import { fillings, hasUnspecified, isUnknown } from './digits.ts'
import { fromTo, ordinal } from './english.ts'

/** A year in words, and what joins a day, a month or a season to it: "May 1912", "May in the 1910s". */
export interface YearText {
  text: string
  joiner: string
}

/** The year of a date; its digits may be unspecified: "1912", "1890s", "19th century", "44 BC". */
export function yearText(digits: string): YearText {
  if (!hasUnspecified(digits)) return { text: numberedYear(Number(digits)), joiner: ' ' }
  if (isUnknown(digits)) return { text: unknownYear(digits), joiner: ' of an ' }
  const [, known, missing = ''] = /^(\d+)(X+)$/u.exec(digits) ?? []
  if (known === undefined || known === '000') return { text: anyOf(digits), joiner: ' ' }
  return { text: timespan(Number(known), missing.length), joiner: ' in the ' }
}

/** An astronomical year in the count of people, who know no year 0: "1912", "79 AD", "1 BC". */
export function numberedYear(year: number): string {
  if (year >= 1000) return String(year)
  return year > 0 ? `${year} AD` : `${1 - year} BC`
}

/** The decade, century or millennium that begins with the known digits. */
function timespan(known: number, missingDigits: number): string {
  if (missingDigits === 3) return `${ordinal(known + 1)} millennium`
  if (missingDigits === 2) return `${ordinal(known + 1)} century`
  return known >= 100 ? `${known}0s` : `${known}0s AD`
}

function unknownYear(digits: string): string {
  return digits.startsWith('-') ? 'unknown year BC' : 'unknown year'
}

/** "19?5" where a digit inside is missing, else the first and the last year that are meant. */
function anyOf(digits: string): string {
  const inside = /^[1-9][\dX]{2}\d$/u.test(digits)
  if (inside) return digits.replaceAll('X', '?')
  const first = fillings(digits, 'rising').next().value
  const last = fillings(digits, 'falling').next().value
  return fromTo(numberedYear(first ?? 0), numberedYear(last ?? 0))
}
