import { readFileSync } from 'node:fs'
import type { Chance } from '../../support/generated-catalog/random.ts'
import { inventName } from './names.ts'

/** Stands for all rare words, in place of which names are invented. */
const RARE = '*'

interface Word {
  text: string
  /** Numbers of the words that follow it often. */
  next: readonly number[]
  /** How often each of them and all before it follow. */
  upTo: readonly number[]
  count: number
}

const WORDS = readWords()
const UP_TO = sumUp(WORDS.map(({ count }) => count))

/** Returns words as they follow each other in English captions; rare words are invented names. */
export function englishWords(chance: Chance, count: number): string[] {
  const words: string[] = []
  let word: Word | undefined
  while (words.length < count) {
    word = nextWord(chance, word)
    words.push(word.text === RARE ? inventName(chance) : word.text)
  }
  return words
}

function nextWord(chance: Chance, word: Word | undefined): Word {
  const number = word && draw(chance, word.upTo, word.count)
  return WORDS[word?.next[number ?? -1] ?? draw(chance, UP_TO, UP_TO.at(-1)!)]!
}

/** Returns the first position whose sum is greater than a random number below the total. May be past the end. */
function draw(chance: Chance, upTo: readonly number[], total: number): number {
  const drawn = chance.below(total)
  let [low, high] = [0, upTo.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (upTo[middle]! > drawn) high = middle
    else low = middle + 1
  }
  return low
}

function readWords(): Word[] {
  const lines = readFileSync(new URL('language.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [text = '', count, ...pairs] = line.split(' ')
    const next = pairs.map((pair) => pair.split(':'))
    const upTo = sumUp(next.map(([, times]) => Number(times)))
    return { text, next: next.map(([word = '']) => parseInt(word, 36)), upTo, count: Number(count) }
  })
}

function sumUp(counts: readonly number[]): number[] {
  let sum = 0
  return counts.map((count) => (sum += count))
}
