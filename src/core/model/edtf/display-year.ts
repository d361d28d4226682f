import { expandDigits, hasUnspecified, isUnknown } from './digits.ts'
import { formatRange, formatOrdinal } from './english.ts'

/** A year in words, and the text between it and a day, month or season: "May 1912", "May in the 1910s". */
export interface YearText {
  text: string
  joiner: string
}

/** Formats a year, of which digits may be unspecified: "1912", "1890s", "19th century", "44 BC". */
export function displayYear(digits: string): YearText {
  if (!hasUnspecified(digits)) return { text: displayYearNumber(Number(digits)), joiner: ' ' }
  if (isUnknown(digits)) return { text: displayUnknownYear(digits), joiner: ' of an ' }
  const [, known, missing = ''] = /^(\d+)(X+)$/u.exec(digits) ?? []
  if (known === undefined || known === '000')
    return { text: displayPossibleYears(digits), joiner: ' ' }
  return { text: displayPeriod(Number(known), missing.length), joiner: ' in the ' }
}

/** Formats an astronomical year as AD or BC: "1912", "79 AD"; 0 is "1 BC". */
export function displayYearNumber(year: number): string {
  if (year >= 1000) return String(year)
  return year > 0 ? `${year} AD` : `${1 - year} BC`
}

/** Formats the decade, century or millennium that begins with the known digits. */
function displayPeriod(known: number, missingDigits: number): string {
  if (missingDigits === 3) return `${formatOrdinal(known + 1)} millennium`
  if (missingDigits === 2) return `${formatOrdinal(known + 1)} century`
  return known >= 100 ? `${known}0s` : `${known}0s AD`
}

function displayUnknownYear(digits: string): string {
  return digits.startsWith('-') ? 'unknown year BC' : 'unknown year'
}

/** "19?5" if a digit in the middle is unspecified, else the first and the last possible year. */
function displayPossibleYears(digits: string): string {
  const inside = /^[1-9][\dX]{2}\d$/u.test(digits)
  if (inside) return digits.replaceAll('X', '?')
  const first = expandDigits(digits, 'ascending').next().value
  const last = expandDigits(digits, 'descending').next().value
  return formatRange(displayYearNumber(first ?? 0), displayYearNumber(last ?? 0))
}
