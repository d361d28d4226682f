import { isSign, type Term } from './term.ts'
import type { LanguagePack } from './language-pack.ts'
import type { NumberToken, Token, WordToken } from './tokens.ts'
import { findPhrase, splitWords, type Vocabulary } from './vocabulary.ts'

const MAX_SEQUENCES = 16

/**
 * Translates tokens to the sequences of terms that they can mean in a language. Articles are left out.
 * @returns none if a word is unknown
 */
export function toTermSequences(tokens: readonly Token[], vocabulary: Vocabulary): Term[][] {
  let sequences: Term[][] = [[]]
  let index = 0
  while (index < tokens.length) {
    const match = matchAt(tokens, index, vocabulary)
    if (match === undefined || sequences.length * match.senses.length > MAX_SEQUENCES) return []
    sequences = sequences.flatMap((terms) => match.senses.map((sense) => append(terms, sense)))
    index = match.end
  }
  return sequences
}

/** Lists the words that the language does not know. */
export function findUnknownWords(tokens: readonly Token[], vocabulary: Vocabulary): string[] {
  const words: string[] = []
  let index = 0
  while (index < tokens.length) {
    const token = tokens[index]
    const match = matchAt(tokens, index, vocabulary)
    if (match === undefined && token?.kind === 'word') words.push(token.text)
    index = match?.end ?? index + 1
  }
  return words
}

/** The hyphen of `mid-1920s` is left out, too. */
function append(terms: readonly Term[], sense: Term): Term[] {
  const isCompound =
    isSign(sense, '-') && PARTS.has(terms.at(-1)?.is) && !PERIODS.has(terms.at(-2)?.is)
  return isCompound || sense.is === 'filler' ? [...terms] : [...terms, sense]
}

/** A part after one of them is complete: `19th century, end - 20th century, beginning`. */
const PERIODS: ReadonlySet<Term['is'] | undefined> = new Set([
  'century',
  'decade',
  'full-decade',
  'years',
  'roman',
])

const PARTS: ReadonlySet<Term['is'] | undefined> = new Set(['early', 'middle', 'late'])

interface TermMatch {
  senses: readonly Term[]
  end: number
}

function matchAt(
  tokens: readonly Token[],
  index: number,
  vocabulary: Vocabulary,
): TermMatch | undefined {
  const token = tokens[index]
  if (token === undefined) return undefined
  const end = index + 1
  switch (token.kind) {
    case 'number':
      return matchNumber(token, tokens, index, vocabulary)
    case 'mask':
      return { senses: [{ ...token, is: 'mask' }], end }
    case 'sign':
      return (
        findPhrase(vocabulary, tokens, index) ?? {
          senses: [{ is: 'sign', text: token.text }],
          end,
        }
      )
    default:
      return matchWord(token, tokens, index, vocabulary)
  }
}

function matchWord(
  token: WordToken,
  tokens: readonly Token[],
  index: number,
  vocabulary: Vocabulary,
): TermMatch | undefined {
  const end = index + 1
  const phrase = findPhrase(vocabulary, tokens, index)
  if (phrase !== undefined && phrase.end > end) return phrase
  const isShort = token.text.length === 1 || isFiller(phrase)
  if (isShort && isGluedToNumber(token, tokens[index - 1])) return undefined
  const senses = [
    ...(phrase?.senses ?? []),
    ...readRoman(token, index === 0),
    ...readCopyright(token, tokens[end]),
  ]
  return senses.length === 0 ? undefined : { senses, end }
}

/** The letters of `1910E2`, `1X1911` and `1912i` are no words, but `1912r.` ends in an abbreviation. */
function isGluedToNumber({ isGlued, hasPeriod }: WordToken, before: Token | undefined): boolean {
  return isGlued && !hasPeriod && before?.kind === 'number' && !before.hasPeriod
}

function isFiller(match: TermMatch | undefined): boolean {
  return match?.senses.some(({ is }) => is === 'filler') ?? false
}

const ROMAN_NUMERALS = [
  'i ii iii iv v vi vii viii ix x',
  'xi xii xiii xiv xv xvi xvii xviii xix xx xxi',
]
  .join(' ')
  .split(' ')

/**
 * Reads I to XXI, also with the ending of an ordinal number: `XIXe`. At the beginning, one small letter is a word such
 * as `v.`
 */
function readRoman({ text, isCapitalized, hasPeriod }: WordToken, isFirst: boolean): Term[] {
  const [, numeral = '', ending] = /^([ivx]+)(e|eme|ieme|er|o)?$/u.exec(text) ?? []
  const index = ROMAN_NUMERALS.indexOf(numeral)
  const isLetter = isFirst && text.length === 1 && !isCapitalized
  if (index < 0 || isLetter) return []
  return [{ is: 'roman', value: index + 1, hasPeriod, isOrdinal: ending !== undefined }]
}

/** `c1910` is a copyright date in some catalogs and an approximate date in others. */
function readCopyright({ text, hasPeriod }: WordToken, next: Token | undefined): Term[] {
  const isBeforeYear = text === 'c' && !hasPeriod && isGluedNumber(next)
  return isBeforeYear ? [{ is: 'circa' }, { is: 'copyright' }] : []
}

function isGluedNumber(token: Token | undefined): boolean {
  return token?.kind === 'number' && token.isGlued
}

function matchNumber(
  token: NumberToken,
  tokens: readonly Token[],
  index: number,
  { pack }: Vocabulary,
): TermMatch {
  const { digits, isShortened, hasPeriod } = token
  const next = tokens[index + 1]
  const number: Term = { is: 'number', digits, isShortened, hasPeriod, isOrdinal: false }
  const isDegree = next?.kind === 'sign' && next.text === '°'
  if (isDegree) return { senses: [{ ...number, isOrdinal: true }], end: index + 2 }
  if (hasPeriod || next?.kind !== 'word' || !next.isGlued)
    return { senses: [number], end: index + 1 }
  const ended = readEnding(digits, next, pack)
  return ended === undefined
    ? { senses: [number], end: index + 1 }
    : { senses: [ended], end: index + 2 }
}

function readEnding(digits: string, word: WordToken, pack: LanguagePack): Term | undefined {
  const ending = word.text
  if (digits.endsWith('0') && splitWords(pack.decadeEndings).includes(ending)) {
    if (digits.length === 4) return { is: 'full-decade', digits }
    if (digits.length === 2) return { is: 'short-decade', digits }
  }
  if (digits.length > 2) return undefined
  if (splitWords(pack.monthEndings).includes(ending)) return readNumberedMonth(Number(digits))
  if (!splitWords(pack.ordinalEndings).includes(ending) || !suitsNumber(digits, word, pack))
    return undefined
  return { is: 'number', digits, isShortened: false, hasPeriod: false, isOrdinal: true }
}

/** Whether the ending is neither a slip of the pen nor a misread zero: `3th`, `1O May`, `3o May`. */
function suitsNumber(
  digits: string,
  { text, isCapitalized }: WordToken,
  { language }: LanguagePack,
): boolean {
  if (language === 'en') return isEnglishOrdinal(digits, text)
  return text !== 'o' || !(isCapitalized || /^[23]$/u.test(digits))
}

/** `3th` may be the 3rd, the 13th or the 30th. */
function isEnglishOrdinal(digits: string, ending: string): boolean {
  const isTeen = /^1\d$/u.test(digits)
  const last = isTeen ? '' : digits.slice(-1)
  const endings: Record<string, readonly string[]> = { 1: ['st'], 2: ['nd', 'd'], 3: ['rd', 'd'] }
  return (endings[last] ?? ['th']).includes(ending)
}

/** September was the seventh month of the Roman year: `7bre`. */
function readNumberedMonth(number: number): Term | undefined {
  return number >= 7 && number <= 10 ? { is: 'month', value: number + 2 } : undefined
}
