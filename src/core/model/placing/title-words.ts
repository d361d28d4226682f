import {
  ENGLISH_STREETS,
  ENGLISH_WORDS,
  findOrdinalEnding,
  listOrdinalWords,
  readOrdinal,
} from '../english-spellings.ts'
import { foldText } from '../fold.ts'

/** Abbreviations in titles, by the word that they stand for. */
const ABBREVIATIONS = new Map(
  [...ENGLISH_STREETS, ...ENGLISH_WORDS].map(([word = '', ...short]) => [word, short]),
)

const WORD_OF = new Map(
  [...ABBREVIATIONS].flatMap(([word, short]) => short.map((one) => [one, word])),
)

const STREETS = new Set([...ENGLISH_STREETS.map(([word]) => word), 'place', 'drive'])

/** An ordinal, which is the number of a street before its kind, as in `53rd street`. */
const ORDINAL = /^(\d{1,3})(?:st|nd|rd|th)(?: (\w+))?$/

/** Streets before a street with a number that count as beside it, and as many after it. */
const NEIGHBORS = 5

/** Maximum number of words in an ordinal, as in `one hundred and twenty fifth`. */
const MAX_ORDINAL_WORDS = 5

/**
 * Lists the words of a title as they are compared: folded and spelled out. A street with a number for a name is one word, as
 * `53rd street`, whether it is written `53rd Street`, `53 Street` or `Fifty-third Street`.
 */
export function listTitleWords(title: string): string[] {
  const words = foldText(title).match(/[\p{L}\p{N}]+/gu) ?? []
  const listed: string[] = []
  for (let index = 0; index < words.length;) {
    const { word, length } = readWord(words.slice(index, index + MAX_ORDINAL_WORDS + 1))
    listed.push(word)
    index += length
  }
  return listed
}

function readWord(words: readonly string[]): { word: string; length: number } {
  const [first = ''] = words
  const ordinal = readOrdinal(words)
  const number = ordinal ?? readNumber(words)
  if (!number) return { word: spellOut(first), length: 1 }
  const street = spellOut(words[number.length] ?? '')
  if (STREETS.has(street))
    return { word: writeOrdinal(number.value, street), length: number.length + 1 }
  return { word: ordinal ? writeOrdinal(ordinal.value) : first, length: number.length }
}

/** Reads digits, which are the number of a street before its kind. In `1 St. Mark's Place` they are that of a house. */
function readNumber([word = '', next]: readonly string[]):
  | { value: number; length: 1 }
  | undefined {
  return /^\d{1,3}$/.test(word) && next !== 'st' ? { value: Number(word), length: 1 } : undefined
}

function spellOut(word: string): string {
  return WORD_OF.get(word) ?? word
}

function writeOrdinal(value: number, street?: string): string {
  const ordinal = `${value}${findOrdinalEnding(value)}`
  return street === undefined ? ordinal : `${ordinal} ${street}`
}

/** A street with a number for a name. */
export interface NumberedStreet {
  value: number
  /** Its kind, such as `street`. */
  street: string
}

/** Reads the name of a street with a number, such as `53rd street`; undefined for other words. */
export function readNumbered(word: string): NumberedStreet | undefined {
  const [, digits, street] = ORDINAL.exec(word) ?? []
  return street === undefined ? undefined : { value: Number(digits), street }
}

/** Lists how a word may be written in a title, as one word. */
export function listSpellings(word: string): string[] {
  const digits = ORDINAL.exec(word)?.[1]
  if (digits === undefined) return [word, ...(ABBREVIATIONS.get(word) ?? [])]
  const value = Number(digits)
  return [writeOrdinal(value), digits, ...listOrdinalWords(value)]
}

/** Lists how the streets may be written whose numbers are a little lower or higher than that of `53rd street`. */
export function listSpellingsBeside(word: string): string[] {
  const value = readNumbered(word)?.value ?? 0
  const numbers = Array.from({ length: 2 * NEIGHBORS + 1 }, (_, index) => value - NEIGHBORS + index)
  return numbers
    .filter((number) => number > 0 && number !== value)
    .flatMap((number) => listSpellings(writeOrdinal(number)))
}
