/** Number format of a cell, as far as it changes the text. */
export type NumberFormat = PlainFormat | DateFormat | ShownFormat

interface PlainFormat {
  kind: 'plain'
}

interface DateFormat {
  kind: 'date'
  /** The smallest part of the date that the format shows. */
  shows: 'year' | 'month' | 'day'
}

/** Shows more than the number, such as a unit or leading zeros. */
interface ShownFormat {
  kind: 'shown'
  before: string
  after: string
  /** Padded with leading zeros to this number of digits. */
  digits: number
  /** Digits after the decimal point; undefined if there are as many as needed. */
  decimals: number | undefined
  isPercent: boolean
}

const PLAIN: NumberFormat = { kind: 'plain' }
const DATE: NumberFormat = { kind: 'date', shows: 'day' }

/** Built-in date formats (ECMA-376 part 1, 18.8.30); 27 to 36 and 50 to 58 are East Asian. */
function isDateId(id: number): boolean {
  return (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58)
  )
}

const BUILT_IN_CODES: Partial<Record<number, string>> = { 9: '0%', 10: '0.00%', 17: 'mmm-yy' }

/** Excel's limit. */
const MAX_CODE_CHARACTERS = 255

export function parseNumberFormat(id: number, code = BUILT_IN_CODES[id]): NumberFormat {
  if (code === undefined) return isDateId(id) ? DATE : PLAIN
  if (code.length > MAX_CODE_CHARACTERS) return PLAIN
  const section = readFirstSection(code)
  const pattern = section.pattern.replace(/general/i, '')
  if (/[ymdhs]/i.test(pattern)) return { kind: 'date', shows: findSmallestPart(pattern) }
  const digits = readDigits(pattern)
  return digits === undefined || section.isInterrupted
    ? PLAIN
    : { kind: 'shown', ...section, ...digits, isPercent: code.includes('%') }
}

/** @returns undefined for fractions, exponents and other patterns */
function readDigits(pattern: string): Pick<ShownFormat, 'digits' | 'decimals'> | undefined {
  const [, whole, decimals = ''] = /^[#?,]*(0*(?:,0+)*)(?:\.([0#?]*))?$/.exec(pattern) ?? []
  if (whole === undefined) return undefined
  return {
    digits: decimals === '' ? whole.replaceAll(',', '').length : 1,
    decimals: pattern === '' || /[#?]/.test(decimals) ? undefined : decimals.length,
  }
}

/** A literal text, padding by the width or the repetition of a character, a bracket, or another character. */
const TOKEN = /"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|(.)/gsu

/** Reads the section for positive numbers: its placeholders, and the texts before and after them. */
function readFirstSection(code: string) {
  const tokens = [...code.matchAll(TOKEN)].map(readToken)
  const end = tokens.findIndex(({ placeholder }) => placeholder === ';')
  const section = end < 0 ? tokens : tokens.slice(0, end)
  const first = section.findIndex(isPlaceholder)
  const last = section.findLastIndex(isPlaceholder)
  const literalsOf = (part: readonly Token[]): string =>
    part.map(({ literal = '' }) => literal).join('')
  return {
    pattern: section.map(({ placeholder = '' }) => placeholder).join(''),
    before: literalsOf(section.slice(0, Math.max(0, first))),
    after: literalsOf(section.slice(last + 1)),
    isInterrupted: literalsOf(section.slice(Math.max(0, first), last + 1)) !== '',
  }
}

interface Token {
  literal?: string
  placeholder?: string
}

function readToken([, quoted, escaped, bracket = '', character]: RegExpMatchArray): Token {
  const text = quoted ?? escaped ?? /^\$([^-]*)/.exec(bracket)?.[1]
  if (text !== undefined) return { literal: text }
  if (/^(?:h+|m+|s+)$/i.test(bracket)) return { placeholder: bracket }
  if (character === undefined) return {}
  return /^[\w#?.,@;]$/u.test(character) ? { placeholder: character } : { literal: character }
}

function isPlaceholder({ placeholder }: Token): boolean {
  return placeholder !== undefined
}

function findSmallestPart(pattern: string): DateFormat['shows'] {
  if (/[dhs]/i.test(pattern) || !/y/i.test(pattern)) return 'day'
  return /m/i.test(pattern) ? 'month' : 'year'
}

/** Returns the text that a format shows for a number, if it says more than the number. */
export function showNumber(
  { before, after, digits, decimals, isPercent }: ShownFormat,
  number: number,
): string | undefined {
  if (!Number.isFinite(number)) return undefined
  const size = Math.abs(number) * (isPercent ? 100 : 1)
  const text =
    decimals === undefined ? String(Number(size.toPrecision(12))) : size.toFixed(decimals)
  const isPadded = text.length < digits && Number.isInteger(number)
  if (!isPadded && `${before}${after}`.trim() === '') return undefined
  const sign = number < 0 ? '-' : ''
  return `${before}${sign}${text.padStart(digits, '0')}${after}`.trim()
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Converts a serial number to an ISO 8601 date such as `1920-05-01`, with the time if there is one. In the
 * 1900 date system, serial 60 is the nonexistent 1900-02-29.
 * @returns undefined outside the years that Excel supports
 */
export function serialToIso(serial: number, since1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return undefined
  if (!since1904 && serial >= 60 && serial < 61) return '1900-02-29'
  const firstDay = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const iso = new Date(firstDay + Math.round(serial * DAY_MS)).toISOString()
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 19)
}
