import {
  ENGLISH_ORDINALS,
  ENGLISH_STREETS,
  ENGLISH_WORDS,
  findOrdinalEnding,
} from '../english-spellings.ts'
import { foldText, toLowerCase } from '../fold.ts'

/** Kinds of streets that names may lack, with their abbreviations. */
const STREETS: readonly (readonly string[])[] = [
  ...ENGLISH_STREETS,
  // German
  ['straße', 'strasse', 'str'],
  // French
  ['rue', 'r'],
  ['avenue', 'av'],
  ['boulevard', 'bd', 'boul', 'blvd'],
  // Spanish
  ['calle', 'c'],
  ['avenida', 'av', 'avda', 'avd'],
]

/** Other words of names that are often abbreviated. */
const OTHERS: readonly (readonly string[])[] = [
  ...ENGLISH_WORDS,
  ['saint', 'st'],
  ['mount', 'mt'],
  ['fort', 'ft'],
  // German
  ['platz', 'pl'],
  ['sankt', 'st'],
  // French
  ['place', 'pl'],
  ['faubourg', 'fbg', 'fg'],
  ['saint', 'st'],
  ['sainte', 'ste'],
  // Spanish
  ['plaza', 'pza', 'plza', 'pl'],
  ['carretera', 'ctra'],
  ['santa', 'sta'],
  ['santo', 'sto'],
  ['nuestra', 'ntra'],
]

const SPELLINGS = [
  ...STREETS,
  ...OTHERS,
  ...ENGLISH_ORDINALS.map(({ word, value }) => [word, ...listNumberSpellings(value)]),
]

/** A word of a query, or of a text that is compared with it. */
export const WORD = /[\p{Alphabetic}\p{Nd}]+/gu

/** Words beyond these are not compared one by one. */
const MAX_WORDS = 12

/** The spellings of a word that count as the same. */
export type WordSpellings = readonly [string, ...string[]]

/**
 * Lists the words of a query, each in all its spellings, in lower case. Beside two other words, those for kinds of
 * streets are left out: titles say `53rd Street Lexington` for `Lexington Ave 53 st`.
 */
export function listQueryWords(query: string): WordSpellings[] {
  const all = toLowerCase(query).match(WORD) ?? []
  const words = [...new Set(all)]
  const names = words.filter((word) => !isStreet(word))
  const compared = names.length < 2 ? words : names
  return compared.slice(0, MAX_WORDS).map(listSpellings)
}

/** Whether a word is one for a kind of street. A single letter is rather a name, as in `Avenue C`. */
export function isStreet(word: string): boolean {
  if (word.length === 1) return false
  return STREETS.some((spellings) => spellings.includes(word))
}

/** Returns the spellings of the longest word, which the fewest names have. */
export function pickLongest(words: readonly WordSpellings[]): readonly string[] {
  return words.toSorted(([one], [other]) => other.length - one.length)[0] ?? []
}

/** Returns the English word for a kind of street that a folded word abbreviates. */
export function expandStreet(word: string): string | undefined {
  return [...ENGLISH_STREETS, ...ENGLISH_WORDS].find((spellings) => spellings.includes(word))?.[0]
}

function listSpellings(word: string): WordSpellings {
  const [, number] = /^(\d{1,3})(?:st|nd|rd|th)?$/u.exec(word) ?? []
  const known = SPELLINGS.filter((spellings) => spellings.includes(word)).flat()
  const numbers = number === undefined ? [] : listNumberSpellings(Number(number))
  // Names are folded, texts in the index only in lower case: they differ in the final sigma.
  const all = [foldText(word), ...known, ...numbers, ...listCompounds(word)]
  const others = all.filter((other) => other !== word)
  return [word, ...new Set(others)]
}

/** `53` and `53rd`. */
function listNumberSpellings(number: number): string[] {
  return [String(number), `${number}${findOrdinalEnding(number)}`]
}

/** German compounds: `hauptstr`, `hauptstraße` and `hauptstrasse`. */
function listCompounds(word: string): string[] {
  const [, start] = /^(.{3,})str(?:aße|asse)?$/u.exec(word) ?? []
  return start === undefined ? [] : ['straße', 'strasse', 'str'].map((end) => start + end)
}
