import { foldText } from '../fold.ts'
import { WORD, type WordSpellings } from './word-spellings.ts'

/** Characters of a snippet, without those of words that it completes. */
const SNIPPET = 120

/** Whether a text has all words, in any order. */
export function hasAllWords(text: string, words: readonly WordSpellings[]): boolean {
  const folded = foldText(text)
  return words.every((spellings) => spellings.some((word) => hasWord(folded, word)))
}

/** Splitting the text into its words would take several times as long. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    // Two units, since a letter may be a surrogate pair.
    const isWhole =
      !ENDS_WITH_LETTER.test(text.slice(Math.max(0, at - 2), at)) &&
      !BEGINS_WITH_LETTER.test(text.slice(end, end + 2))
    if (isWhole) return true
  }
  return false
}

const ENDS_WITH_LETTER = new RegExp(`${WORD.source}$`, 'u')
const BEGINS_WITH_LETTER = new RegExp(`^${WORD.source}`, 'u')

/** Cuts the part of a text around the first of the words out of it; undefined if it has none. */
export function cutSnippet(text: string, words: readonly WordSpellings[]): string | undefined {
  const at = findFirst(text, words)
  if (at === undefined) return undefined
  if (text.length <= SNIPPET) return text
  const start = Math.max(0, at - SNIPPET / 3)
  const end = start + SNIPPET
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1
  const to = end >= text.length ? text.length : text.lastIndexOf(' ', end)
  const part = text.slice(from > at ? at : from, to <= at ? end : to).trim()
  // A no-break space keeps the ellipsis on the line of the last word.
  return `${from > 0 ? '… ' : ''}${part}${to < text.length ? '\u00a0…' : ''}`
}

function findFirst(text: string, words: readonly WordSpellings[]): number | undefined {
  const spellings = new Set(words.flat())
  const all = [...text.matchAll(WORD)]
  return all.find(([word]) => spellings.has(foldText(word)))?.index
}
