import type { LongYear } from './edtf.ts'
import { parseQuality } from './quality.ts'
import { errorAt, slice, findStrayCharacter, type TextSpan } from './text-span.ts'

const LONG_YEAR = /^(Y?)(-?\d+)(?:E(\d+))?(?:S(\d+))?([?~%]?)$/u

/** Whether the text looks like a year with a Y, an exponent or significant digits. */
export function isLongYear(text: string): boolean {
  return /^[?~%]?-?Y|\d[ES]/u.test(text)
}

/** Parses years such as `Y170000002`, `Y-17E7` and `1950S2`. */
export function parseLongYear(span: TextSpan): LongYear {
  const match = LONG_YEAR.exec(span.text)
  if (match === null) throw explainMalformed(span)
  const [, prefix, mantissa = '', exponent, significant, mark = ''] = match
  if (prefix === '') checkFourDigits(span, mantissa, exponent)
  else checkPrefixed(span, mantissa, exponent)
  const digits = mantissa.replace('-', '').length + Number(exponent ?? 0)
  checkSignificant(span, { significant, digits, mark })
  return {
    kind: 'long-year',
    mantissa,
    exponent: Number(exponent ?? 0),
    significantDigits: significant === undefined ? null : Number(significant),
    quality: parseQuality(mark),
  }
}

function explainMalformed(span: TextSpan): Error {
  const stray = findStrayCharacter(span, /[^\dYES?~%-]/u)
  return stray ?? errorAt('a year with Y, E or S has the form Y-17E7, Y19000 or 1950S2', span)
}

function checkFourDigits(span: TextSpan, mantissa: string, exponent: string | undefined): void {
  if (exponent !== undefined) throw errorAt('a year with an exponent begins with Y', span)
  if (mantissa.replace('-', '').length !== 4) throw errorAt('a year has four digits', span)
  if (mantissa === '-0000') throw errorAt('there is no year -0000', span)
}

function checkPrefixed(span: TextSpan, mantissa: string, exponent: string | undefined): void {
  const digits = slice(span, mantissa.startsWith('-') ? 2 : 1)
  if (digits.text.startsWith('0')) throw errorAt('a year after Y does not begin with 0', digits)
  if (exponent === undefined && mantissa.replace('-', '').length < 5) {
    const plain = mantissa.replace(/\d+/u, (digits) => digits.padStart(4, '0'))
    throw errorAt('Y is for years of more than four digits', span, plain)
  }
  if (exponent?.startsWith('0') === true) {
    throw errorAt('the exponent after E is 1 or more', sliceAfter(span, 'E'))
  }
}

function checkSignificant(
  span: TextSpan,
  year: { significant: string | undefined; digits: number; mark: string },
): void {
  if (year.significant === undefined) return
  if (year.significant.startsWith('0')) {
    throw errorAt('the number of significant digits after S is 1 or more', sliceAfter(span, 'S'))
  }
  if (Number(year.significant) > year.digits) {
    throw errorAt(`the year has only ${year.digits} digits`, sliceAfter(span, 'S'))
  }
  if (year.mark !== '') {
    throw errorAt('a year with significant digits has no qualifier', sliceAfter(span, 'S'))
  }
}

function sliceAfter(span: TextSpan, letter: string): TextSpan {
  return slice(span, span.text.indexOf(letter) + 1)
}
