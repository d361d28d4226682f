import { ENGLISH_STREETS, ENGLISH_WORDS, findOrdinalEnding } from '../english-spellings.ts'
import { foldText } from '../fold.ts'

/** Abbreviations in titles, by the word that they stand for. */
const ABBREVIATIONS = new Map(
  [...ENGLISH_STREETS, ...ENGLISH_WORDS].map(([word = '', ...short]) => [word, short]),
)

const WORD_OF = new Map(
  [...ABBREVIATIONS].flatMap(([word, short]) => short.map((one) => [one, word])),
)

/** Lists the words of a title as they are compared: folded, spelled out, and numbers without `st`, `nd`, `rd` or `th`. */
export function listTitleWords(title: string): string[] {
  const words = foldText(title).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => WORD_OF.get(word) ?? word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'))
}

/** Lists how a word may be written in a title. */
export function listSpellings(word: string): string[] {
  if (!/^\d{1,3}$/.test(word)) return [word, ...(ABBREVIATIONS.get(word) ?? [])]
  return [word, `${word}${findOrdinalEnding(Number(word))}`]
}
