import { WORD, type WordSpellings } from '../../model/search/word-spellings.ts'

/** Dictionary encoding: a text that many rows share is stored, and searched, once. */
export interface Dictionary {
  /** Returns the number of a text, from 1; 0 for null. Adds new texts. */
  getNumber(text: string | null): number
  /** Returns 1 for each number whose text contains the part, else 0. Number 0 never matches. */
  findContaining(part: string): Uint8Array
  /** Returns 1 for each number whose text has all words, else 0. */
  findWithWords(words: readonly WordSpellings[]): Uint8Array
  getText(number: number): string
}

export function createDictionary(): Dictionary {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  const words = createWordIndex(texts)
  return {
    getNumber(text) {
      if (text === null) return 0
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, texts.push(text))
      return texts.length
    },
    findContaining(part) {
      const found = new Uint8Array(texts.length + 1)
      for (const [index, text] of texts.entries()) if (text.includes(part)) found[index + 1] = 1
      return found
    },
    findWithWords: (wanted) => words.find(wanted),
    getText: (number) => texts[number - 1] ?? '',
  }
}

/** An index of the words of texts, which follows them when it is asked. */
function createWordIndex(texts: readonly string[]) {
  const numbersOf = new Map<string, number[]>()
  let indexed = 0
  const catchUp = (): void => {
    for (; indexed < texts.length; indexed++) {
      for (const word of new Set(texts[indexed]?.match(WORD))) {
        const numbers = numbersOf.get(word)
        if (numbers) numbers.push(indexed + 1)
        else numbersOf.set(word, [indexed + 1])
      }
    }
  }
  const findAny = (spellings: WordSpellings): Set<number> =>
    new Set(spellings.flatMap((word) => numbersOf.get(word) ?? []))
  return {
    find(words: readonly WordSpellings[]): Uint8Array {
      catchUp()
      const [first = new Set<number>(), ...others] = words.map(findAny)
      const found = new Uint8Array(texts.length + 1)
      for (const number of first) found[number] = Number(others.every((other) => other.has(number)))
      return found
    },
  }
}
