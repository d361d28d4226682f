/** The numbers of a request (Image API 3.0, 4 and 4.7), and exact arithmetic with them. */

/** An exact non-negative number. */
export interface Fraction {
  numerator: bigint
  denominator: bigint
}

const INTEGER = /^(?:0|[1-9]\d*)$/
const DECIMAL = /^(?=\.?\d)(0|[1-9]\d*)?(?:\.(\d+))?$/

/** More than a client needs: the longest decimal form of a double between 0.0001 and 100 has 22 characters. */
const MAX_DECIMAL_LENGTH = 40

/** Parses a non-negative integer without leading zeros; undefined for other texts and beyond 2^53. */
export function parseInteger(text: string): number | undefined {
  const value = Number(text)
  return INTEGER.test(text) && Number.isSafeInteger(value) ? value : undefined
}

/** Parses `50`, `33.3` or `.5`; undefined for signs, exponents, leading zeros and other texts. */
export function parseDecimal(text: string): Fraction | undefined {
  const match = text.length <= MAX_DECIMAL_LENGTH ? DECIMAL.exec(text) : null
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  return {
    numerator: BigInt(whole + fraction),
    denominator: 10n ** BigInt(fraction.length),
  }
}

/** Parses values separated by commas; undefined unless there are `count`, and all can be parsed. */
export function parseValues<T>(
  text: string,
  count: number,
  parse: (value: string) => T | undefined,
): T[] | undefined {
  const values = text.split(',', count + 1).map(parse)
  const valid = values.filter((value) => value !== undefined)
  return values.length === count && valid.length === count ? valid : undefined
}

export function isGreater({ numerator, denominator }: Fraction, limit: number): boolean {
  return numerator > BigInt(limit) * denominator
}

/** Computes a percentage of a number of pixels, rounded to the nearest integer, and halves up. */
export function takePercent({ numerator, denominator }: Fraction, pixels: number): number {
  const divisor = denominator * 100n
  return Number((2n * BigInt(pixels) * numerator + divisor) / (2n * divisor))
}

/**
 * Computes `pixels` × `numerator` / `denominator`, rounded to the nearest integer, and halves up.
 * Exact up to a product of 2^52.
 */
export function scalePixels(pixels: number, numerator: number, denominator: number): number {
  return Math.floor((2 * pixels * numerator + denominator) / (2 * denominator))
}
