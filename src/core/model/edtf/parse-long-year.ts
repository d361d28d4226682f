import type { LongYear } from './edtf.ts'
import { qualityOf } from './quality.ts'
import { refusal, slice, strayCharacter, type Stretch } from './stretch.ts'

const LONG_YEAR = /^(Y?)(-?\d+)(?:E(\d+))?(?:S(\d+))?([?~%]?)$/u

/** Whether the text is, or tries to be, a year with a Y, an exponent or significant digits. */
export function isLongYear(text: string): boolean {
  return /^[?~%]?-?Y|\d[ES]/u.test(text)
}

/** Reads `Y170000002`, `Y-17E7`, `1950S2` and their like. */
export function parseLongYear(stretch: Stretch): LongYear {
  const match = LONG_YEAR.exec(stretch.text)
  if (match === null) throw malformed(stretch)
  const [, prefix, mantissa = '', exponent, significant, mark = ''] = match
  if (prefix === '') checkFourDigits(stretch, mantissa, exponent)
  else checkPrefixed(stretch, mantissa, exponent)
  const digits = mantissa.replace('-', '').length + Number(exponent ?? 0)
  checkSignificant(stretch, { significant, digits, mark })
  return {
    kind: 'long-year',
    mantissa,
    exponent: Number(exponent ?? 0),
    significantDigits: significant === undefined ? null : Number(significant),
    quality: qualityOf(mark),
  }
}

function malformed(stretch: Stretch): Error {
  const stray = strayCharacter(stretch, /[^\dYES?~%-]/u)
  return stray ?? refusal('a year with Y, E or S has the form Y-17E7, Y19000 or 1950S2', stretch)
}

function checkFourDigits(stretch: Stretch, mantissa: string, exponent: string | undefined): void {
  if (exponent !== undefined) throw refusal('a year with an exponent begins with Y', stretch)
  if (mantissa.replace('-', '').length !== 4) throw refusal('a year has four digits', stretch)
  if (mantissa === '-0000') throw refusal('there is no year -0000', stretch)
}

function checkPrefixed(stretch: Stretch, mantissa: string, exponent: string | undefined): void {
  const digits = slice(stretch, mantissa.startsWith('-') ? 2 : 1)
  if (digits.text.startsWith('0')) throw refusal('after Y no year begins with 0', digits)
  if (exponent === undefined && mantissa.replace('-', '').length < 5) {
    const plain = mantissa.replace(/\d+/u, (digits) => digits.padStart(4, '0'))
    throw refusal('Y is for years of more than four digits', stretch, plain)
  }
  if (exponent?.startsWith('0') === true) {
    throw refusal('the exponent after E is 1 or more', after(stretch, 'E'))
  }
}

function checkSignificant(
  stretch: Stretch,
  year: { significant: string | undefined; digits: number; mark: string },
): void {
  if (year.significant === undefined) return
  if (year.significant.startsWith('0')) {
    throw refusal('the number of significant digits after S is 1 or more', after(stretch, 'S'))
  }
  if (Number(year.significant) > year.digits) {
    throw refusal(`the year has only ${year.digits} digits`, after(stretch, 'S'))
  }
  if (year.mark !== '') {
    throw refusal('the significant digits already say how sure the year is', after(stretch, 'S'))
  }
}

function after(stretch: Stretch, letter: string): Stretch {
  return slice(stretch, stretch.text.indexOf(letter) + 1)
}
