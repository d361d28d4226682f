import { expandDigits, hasUnspecified, isUnknown } from './digits.ts'
import { formatRange, type DatePhrases, type YearText } from './phrases/phrases.ts'

/** Formats a year, of which digits may be unspecified: "1912", "1890s", "19th century", "44 BC". */
export function displayYear(digits: string, phrases: DatePhrases): YearText {
  if (!hasUnspecified(digits)) return { text: phrases.year(Number(digits)), kind: 'year' }
  if (isUnknown(digits)) {
    return { text: phrases.unknownYear(digits.startsWith('-') ? 'BC' : 'AD'), kind: 'unknown' }
  }
  const [, known, missing = ''] = /^(\d+)(X+)$/u.exec(digits) ?? []
  if (known === undefined || known === '000')
    return { text: displayPossibleYears(digits, phrases), kind: 'year' }
  return displayPeriod(Number(known), missing.length, phrases)
}

/** Formats the decade, century or millennium that begins with the known digits. */
function displayPeriod(known: number, missingDigits: number, phrases: DatePhrases): YearText {
  if (missingDigits === 3) return { text: phrases.millennium(known + 1), kind: 'millennium' }
  if (missingDigits === 2) return { text: phrases.century(known + 1), kind: 'century' }
  return { text: phrases.decade(known * 10), kind: 'decade' }
}

/** "19?5" if a digit in the middle is unspecified, else the first and the last possible year. */
function displayPossibleYears(digits: string, phrases: DatePhrases): string {
  const inside = /^[1-9][\dX]{2}\d$/u.test(digits)
  if (inside) return digits.replaceAll('X', '?')
  const first = expandDigits(digits, 'ascending').next().value
  const last = expandDigits(digits, 'descending').next().value
  return formatRange(phrases.year(first ?? 0), phrases.year(last ?? 0))
}
