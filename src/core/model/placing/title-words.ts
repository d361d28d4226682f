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

/** A street with a number for a name, as `53rd street`. */
const NUMBERED = /^(\d{1,3})(?:st|nd|rd|th)(?: (\w+))?$/

/**
 * Lists the words of a title as they are compared: folded and spelled out. A street with a number for a name is one word, as
 * `53rd street`, whether it is written `53rd Street`, `53 St` or `Fifty-third Street`.
 */
export function listTitleWords(title: string): string[] {
  const words = foldText(title).match(/[\p{L}\p{N}]+/gu) ?? []
  const spelled = words.map((word) => WORD_OF.get(word) ?? word)
  const listed: string[] = []
  for (let index = 0; index < spelled.length;) {
    const { word, length } = readWord(spelled, index)
    listed.push(word)
    index += length
  }
  return listed
}

function readWord(words: readonly string[], index: number): { word: string; length: number } {
  const [word = '', next = ''] = words.slice(index, index + 2)
  const ordinal = readOrdinal(word, next)
  const number = ordinal ?? readNumber(word)
  if (!number) return { word, length: 1 }
  const street = words[index + number.length] ?? ''
  if (STREETS.has(street))
    return { word: writeNumbered(number.value, street), length: number.length + 1 }
  return { word: ordinal ? writeNumbered(ordinal.value) : word, length: number.length }
}

/** Reads digits, which are the number of a street only before its kind. */
function readNumber(word: string): { value: number; length: 1 } | undefined {
  return /^\d{1,3}$/.test(word) ? { value: Number(word), length: 1 } : undefined
}

function writeNumbered(value: number, street?: string): string {
  const name = `${value}${findOrdinalEnding(value)}`
  return street === undefined ? name : `${name} ${street}`
}

/** Reads the number of a street and its kind, as `53` and `street`; undefined for other words. */
export function readNumbered(word: string): { value: number; street: string } | undefined {
  const [, digits, street = ''] = NUMBERED.exec(word) ?? []
  return digits === undefined ? undefined : { value: Number(digits), street }
}

/** Lists how a word may be written in a title, as one word. */
export function listSpellings(word: string): string[] {
  const value = readNumbered(word)?.value
  if (value === undefined) return [word, ...(ABBREVIATIONS.get(word) ?? [])]
  return [writeNumbered(value), String(value), ...listOrdinalWords(value)]
}
