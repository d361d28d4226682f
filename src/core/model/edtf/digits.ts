/**
 * Digits of which some are unspecified: `19XX` stands for every year from 1900 to 1999, `1X` for the
 * months 10, 11 and 12.
 */

/** Every number that the digits can stand for, in order. `-190X` goes from -1909 up to -1900. */
export function* fillings(digits: string, order: 'rising' | 'falling'): Generator<number> {
  const negative = digits.startsWith('-')
  const count = 10 ** unspecifiedCount(digits)
  const fromLow = (order === 'rising') !== negative
  for (let step = 0; step < count; step += 1) {
    const value = fill(digits, fromLow ? step : count - 1 - step)
    if (!Object.is(value, -0)) yield value
  }
}

/** The smallest unit that is known, in units of the last digit: 1 for `1905`, 10 for `190X`, 0 for `XXXX`. */
export function knownUnit(digits: string): number {
  if (isUnknown(digits)) return 0
  return 10 ** (digits.length - digits.replace(/X+$/u, '').length)
}

/** Whether not a single digit is known. */
export function isUnknown(digits: string): boolean {
  return /^-?X+$/u.test(digits)
}

export function hasUnspecified(digits: string): boolean {
  return digits.includes('X')
}

function unspecifiedCount(digits: string): number {
  return digits.replace(/[^X]/gu, '').length
}

/** Puts the digits of `number` in the places of the `X`, the last one into the last place. */
function fill(digits: string, number: number): number {
  const replacements = String(number).padStart(unspecifiedCount(digits), '0').split('')
  return Number(digits.replace(/X/gu, () => replacements.shift() ?? ''))
}
