import { indexFull } from '../../queries/searches/index-memory.ts'
import { passNumbers, type TextKernel } from './kernel.ts'
import { listTrigrams } from './trigrams.ts'

/** Numbers of words and trigrams, in the order in which they were added. */
export interface Vocabulary {
  /** Returns the number of a word, which is added if it is new. @throws CatalogError with code `search_index_full` */
  findOrAddWord(word: string): number
  /** Returns the number of a word; undefined if no text has had it. */
  findWord(word: string): number | undefined
  /** Returns the numbers of those trigrams that occur in a word. */
  findTrigrams(codes: Iterable<number>): number[]
  save(): SavedVocabulary
}

export interface SavedVocabulary {
  /** In UTF-8, separated by line feeds. */
  words: Uint8Array<ArrayBuffer>
  /** The codes of trigrams, in the order of their numbers. */
  trigrams: Uint32Array<ArrayBuffer>
}

/** The kernel keeps the number of a word in 24 bits. */
const MAX_WORDS = 2 ** 24

/** @param maxWords at most `MAX_WORDS` */
export function createVocabulary(
  kernel: TextKernel,
  { saved, maxWords = MAX_WORDS }: { saved?: SavedVocabulary; maxWords?: number } = {},
): Vocabulary {
  const words = new Map<string, number>()
  const trigrams = new Map<number, number>()
  for (const code of saved?.trigrams ?? []) trigrams.set(code, trigrams.size)
  if (saved && saved.words.length > 0) {
    for (const word of new TextDecoder().decode(saved.words).split('\n')) addWord(word)
  }
  return {
    findOrAddWord: (word) => words.get(word) ?? addWord(word),
    findWord: (word) => words.get(word),
    findTrigrams: (codes) => [...codes].flatMap((code) => trigrams.get(code) ?? []),
    save: () => ({
      words: new TextEncoder().encode([...words.keys()].join('\n')),
      trigrams: Uint32Array.from(trigrams.keys()),
    }),
  }

  function addWord(word: string): number {
    if (words.size >= maxWords) throw indexFull('texts')
    const numbers = listTrigrams(word).map(findOrAddTrigram)
    kernel.addWord(passNumbers(kernel, numbers), numbers.length, findScripts(word))
    words.set(word, words.size)
    return words.size - 1
  }

  function findOrAddTrigram(code: number): number {
    const known = trigrams.get(code)
    if (known !== undefined) return known
    trigrams.set(code, trigrams.size)
    return trigrams.size - 1
  }
}

/** Characters with the same upper bits: about a Unicode block. */
const BLOCK_BITS = 7
/** Bits of a set of scripts. A prime, so that neighboring blocks and similar ones get different bits. */
const BITS = 31

/**
 * Returns the scripts of a word as bits: one for each block of characters other than ASCII, though several blocks share
 * a bit. 0 for a word in ASCII.
 */
function findScripts(word: string): number {
  let scripts = 0
  for (let at = 0; at < word.length; at++) {
    const block = word.charCodeAt(at) >> BLOCK_BITS
    if (block > 0) scripts |= 1 << (block % BITS)
  }
  return scripts
}
