import { WORD, type WordSpellings } from '../../model/search/word-spellings.ts'
import { withLock } from './thread-lock.ts'

/** The memory of a dictionary, which several threads may have. */
export interface DictionaryMemory {
  /** Texts in UTF-8, in the order of their numbers, each after its length in four bytes. */
  readonly texts: SharedArrayBuffer
  /** The length of `texts` in use. */
  readonly end: Uint32Array
  readonly lock: Int32Array
}

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

/** Reserves addresses, not memory. */
const MAX_BYTES = 2 ** 30

const SPARE_BYTES = 2 ** 16
const LENGTH_BYTES = 4

/** @param lock is locked while a text is added */
export function createDictionaryMemory(lock: Int32Array): DictionaryMemory {
  return {
    texts: new SharedArrayBuffer(0, { maxByteLength: MAX_BYTES }),
    end: new Uint32Array(new SharedArrayBuffer(4)),
    lock,
  }
}

/** Opens a dictionary. Reads the texts that other threads added when it needs them. */
export function openDictionary(memory: DictionaryMemory): Dictionary {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  const words = createWordIndex(texts)
  let read = 0
  const readNew = (): void => {
    const end = Atomics.load(memory.end, 0)
    if (read === end) return
    const bytes = Buffer.from(memory.texts, 0, end)
    while (read < end) {
      const start = read + LENGTH_BYTES
      read = start + bytes.readUInt32LE(read)
      const text = bytes.toString('utf8', start, read)
      numbers.set(text, texts.push(text))
    }
  }
  const findOrAdd = (text: string): number => {
    readNew()
    if (!numbers.has(text)) addText(memory, text)
    readNew()
    return numbers.get(text) ?? 0
  }
  return {
    getNumber(text) {
      if (text === null) return 0
      return numbers.get(text) ?? withLock(memory.lock, () => findOrAdd(text))
    },
    findContaining(part) {
      readNew()
      const found = new Uint8Array(texts.length + 1)
      for (const [index, text] of texts.entries()) if (text.includes(part)) found[index + 1] = 1
      return found
    },
    findWithWords(wanted) {
      readNew()
      return words.find(wanted)
    },
    getText(number) {
      readNew()
      return texts[number - 1] ?? ''
    },
  }
}

function addText(memory: DictionaryMemory, text: string): void {
  const length = Buffer.byteLength(text)
  const [start = 0] = memory.end
  const end = start + LENGTH_BYTES + length
  if (end > memory.texts.byteLength) memory.texts.grow(Math.min(end + SPARE_BYTES, MAX_BYTES))
  const bytes = Buffer.from(memory.texts, 0, end)
  bytes.writeUInt32LE(length, start)
  bytes.write(text, start + LENGTH_BYTES)
  Atomics.store(memory.end, 0, end)
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
