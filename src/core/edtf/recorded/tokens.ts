/** A word, number or sign of a recorded date. */
export type Token =
  | NumberToken
  | { kind: 'mask'; digits: string; isDoubtful: boolean }
  | WordToken
  | { kind: 'sign'; text: string }

export interface WordToken {
  kind: 'word'
  text: string
  /** Whether the first letter is a capital. */
  isCapitalized: boolean
  hasPeriod: boolean
  isGlued: boolean
}

export interface NumberToken {
  kind: 'number'
  digits: string
  /** Whether an apostrophe replaces the century: `'20`. */
  isShortened: boolean
  hasPeriod: boolean
  isGlued: boolean
}

/** Square brackets mark what the cataloger supplied: the whole date or a part of it. */
export type Brackets = 'none' | 'part' | 'whole'

export interface TokenizedText {
  tokens: Token[]
  brackets: Brackets
}

/**
 * Splits a recorded date into tokens. Words are in lower case without accents; parentheses, quotation marks and square
 * brackets are removed. The text must be short: see MAX_RECORDED_DATE.
 */
export function tokenize(text: string): TokenizedText {
  const normalized = normalize(text).replace(/\[\s*\?\s*\]/gu, '?')
  const joined = joinBracketedDigits(normalized)
  return {
    tokens: splitTokens(joined.replace(/[()[\]]/gu, ' ')),
    brackets: findBrackets(joined, joined !== normalized),
  }
}

/** They would become a part of the year. */
const FOOTNOTE_DIGITS = /[\u00b2\u00b3\u00b9\u2070-\u209c]/gu

/** `1914, i.e. 1915` says that the first date is wrong. The letters are words in Italian. */
const CORRECTION = /\bi\.?\s*e\b\.?/giu

/** The time of a date that a spreadsheet or database saved without a time. */
const MIDNIGHT =
  /^(\d+([-/.])\d+\2\d+)(?:T| +)(?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)? ?AM)(?:Z|[+-]00:?00)?$/iu

/** Removes midnight from a day: `1912-05-03 00:00:00`. */
export function removeMidnight(text: string): string {
  return text.replace(MIDNIGHT, '$1')
}

/** `6-May-1905`, `6-May-05`, `1905-May-6` */
const HYPHENATED_DAY = /^(?<first>\d{1,4})([-/])(?<month>\p{L}{3,})\.?\2(?<last>\d{1,4})$/u
/** `May-1905`, `circa-1905`, but not `VII-1905` */
const HYPHENATED_WORD = /^(?![IVX]+-)(\p{L}{3,})\.?-(?=\d{4})/iu

/** The hyphens of a hyphenated date do not separate two dates. */
function separateHyphenated(text: string): string {
  const { first, month, last } = HYPHENATED_DAY.exec(text)?.groups ?? {}
  if (first === undefined || month === undefined || last === undefined) {
    return text.replace(HYPHENATED_WORD, '$1 ')
  }
  const isYearShortened = first.length < 3 && last.length === 2
  return `${first} ${month} ${isYearShortened ? "'" : ''}${last}`
}

/** The `č.` of a number would become the `c.` of `circa`. */
const CZECH_NUMBER = /(?<!\p{L})č(?:ís|íslo)?\.?(?=\s*\d)/giu

function normalize(text: string): string {
  return separateHyphenated(text)
    .replace(FOOTNOTE_DIGITS, '#')
    .replace(CORRECTION, '#')
    .replace(CZECH_NUMBER, '#')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘ʼ‛`]/gu, "'")
    .replace(/[‐‑‒–—―−]/gu, '-')
    .replace(/["“”„«»¿]/gu, ' ')
    .replace(/(\der)-(?=jahre)/giu, '$1 ')
    .replace(/(\d)'(?=\p{L})/gu, '$1')
    .replace(/ł/giu, 'l')
    .trim()
}

/** `19[10]` and `[19]10` are years of which some digits were supplied. `191[0?]` says that they are uncertain. */
function joinBracketedDigits(text: string): string {
  return text.replace(/(\d)\[([\d?-]{1,3})\]/gu, '$1$2').replace(/\[(\d{1,3})\](?=\d)/gu, '$1')
}

function findBrackets(text: string, hasJoined: boolean): Brackets {
  if (/^\[[^[\]]*\][.,]?$/u.test(text)) return 'whole'
  if (/[[\]]/u.test(text)) return 'part'
  // A question mark already says that the supplied digits are uncertain.
  return hasJoined && !text.includes('?') ? 'whole' : 'none'
}

/** Years whose last digits are unknown: `192-`, `192?`, `18--`, `18..`. */
const MASK =
  /(?:(?<decade>1\d\d|20\d)(?:[-x_*]|(?<doubtful>\?))|(?<century>1\d|20)(?:--|xx|__|\*\*|\.\.|(?<doubtfulCentury>\?\?)))(?![\p{L}\d])/iuy
const NUMBER = /\d+/uy
/** The apostrophe of an elided word belongs to the word: `l'été`. */
const WORD = /\p{L}+(?:'(?=\p{L}|$))?/uy
const SIGN = /\.\.|\S/uy

function splitTokens(text: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position
    const match = pattern.exec(text)
    if (match !== null) position += match[0].length
    return match
  }
  const takePeriod = (): boolean => take(PERIOD) !== null
  let end = -1
  while (position < text.length) {
    if (take(SPACES) !== null) continue
    const isGlued = position === end
    const mask = take(MASK)
    const number = mask === null ? take(NUMBER) : null
    if (mask !== null) tokens.push(toMask(mask))
    else if (number !== null) {
      const isShortened = removeApostrophe(tokens, isGlued)
      const [digits] = number
      tokens.push({ kind: 'number', digits, isShortened, hasPeriod: takePeriod(), isGlued })
    } else {
      const word = take(WORD)
      if (word !== null) {
        tokens.push(toWord(word[0], takePeriod(), isGlued))
      } else tokens.push({ kind: 'sign', text: take(SIGN)?.[0] ?? '' })
    }
    end = position
  }
  return tokens
}

const SPACES = /\s+/uy
/** Two periods are a sign: `1910..` has an open end. */
const PERIOD = /\.(?!\.)/uy

function toMask({ groups = {} }: RegExpExecArray): Token {
  const { decade, century, doubtful, doubtfulCentury } = groups
  const digits = (decade ?? century ?? '').padEnd(4, 'X')
  return { kind: 'mask', digits, isDoubtful: (doubtful ?? doubtfulCentury) !== undefined }
}

function toWord(text: string, hasPeriod: boolean, isGlued: boolean): Token {
  const lower = text.toLowerCase()
  return {
    kind: 'word',
    text: lower,
    isCapitalized: !text.startsWith(lower.charAt(0)),
    hasPeriod,
    isGlued,
  }
}

function removeApostrophe(tokens: Token[], isGlued: boolean): boolean {
  const last = tokens.at(-1)
  if (!isGlued || last?.kind !== 'sign' || last.text !== "'") return false
  tokens.pop()
  return true
}
