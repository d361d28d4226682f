/**
 * Digits of which some are unspecified: `19XX` means any year from 1900 to 1999, `1X` the months 10, 11 and 12.
 */

/** Yields every number that the digits can mean. `-190X` ascends from -1909 to -1900. */
export function* expandDigits(
  digits: string,
  order: 'ascending' | 'descending',
): Generator<number> {
  const negative = digits.startsWith('-')
  const count = 10 ** countUnspecified(digits)
  const fromLow = (order === 'ascending') !== negative
  for (let step = 0; step < count; step += 1) {
    const value = replaceUnspecified(digits, fromLow ? step : count - 1 - step)
    if (!Object.is(value, -0)) yield value
  }
}

/** Returns the smallest known unit, in units of the last digit: 1 for `1905`, 10 for `190X`, 0 for `XXXX`. */
export function knownUnit(digits: string): number {
  if (isUnknown(digits)) return 0
  return 10 ** (digits.length - digits.replace(/X+$/u, '').length)
}

/** Whether no digit is known. */
export function isUnknown(digits: string): boolean {
  return /^-?X+$/u.test(digits)
}

/** Whether the century of a year is known: its first two digits. */
export function hasKnownCentury(year: string): boolean {
  return /^-?\d{2}/u.test(year)
}

export function hasUnspecified(digits: string): boolean {
  return digits.includes('X')
}

function countUnspecified(digits: string): number {
  return digits.replace(/[^X]/gu, '').length
}

/** Replaces each `X` with a digit of `number`, padded with zeros. */
function replaceUnspecified(digits: string, number: number): number {
  const replacements = String(number).padStart(countUnspecified(digits), '0').split('')
  return Number(digits.replace(/X/gu, () => replacements.shift() ?? ''))
}
