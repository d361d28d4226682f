/**
 * Counts words and pairs of neighbors in captions, and prints them as `language.txt`. Reads JSON lines with `title` and
 * `text` from the standard input.
 */

import { stdin } from 'node:process'
import { text } from 'node:stream/consumers'
import { splitWords } from '../../../src/core/resident/text/trigrams.ts'

const FEWEST_OF_WORD = 5
const FEWEST_OF_PAIR = 3
/** Stands for all rare words. */
const RARE = '*'

const lines = (await text(stdin)).trim().split('\n')
const captions = lines.flatMap((line) => {
  const { title, text } = JSON.parse(line) as Record<string, string>
  return [title, text].map((part) => splitWords(part ?? '')).filter((words) => words.length > 0)
})
const counts = countAll(captions.flat())
const isFrequent = (word: string) => counts.get(word)! >= FEWEST_OF_WORD
const sequences = captions.map((words) => words.map((word) => (isFrequent(word) ? word : RARE)))
const words = byCount(countAll(sequences.flat()))
const numbers = new Map(words.map(([word], number) => [word, number]))
const pairs = countAll(
  sequences.flatMap((all) => all.slice(1).map((word, at) => `${all[at]} ${word}`)),
)
const successors = Map.groupBy(
  byCount(pairs).filter(([, count]) => count >= FEWEST_OF_PAIR),
  ([pair]) => pair.split(' ')[0]!,
)
for (const [word, count] of words) {
  const next = (successors.get(word) ?? []).map(
    ([pair, times]) => `${numbers.get(pair.split(' ')[1]!)!.toString(36)}:${times}`,
  )
  console.log([word, count, ...next].join(' '))
}

function countAll(values: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>()
  for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1)
  return counted
}

function byCount(counted: ReadonlyMap<string, number>): [string, number][] {
  return [...counted].toSorted(([, a], [, b]) => b - a)
}
