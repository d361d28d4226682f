import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  isWithinThreshold,
  parsePattern,
} from '../../../../../src/core/resident/text/word-similarity.ts'
import { computeWordSimilarity, listTextTrigrams } from '../../../../support/word-similarity.ts'

type Measured = [
  query: string,
  text: string,
  similarity: number,
  distance: number,
  rounded: number,
  isKept: boolean,
]

const DEFAULT_THRESHOLD = 0.7

const oracle = readFileSync(
  new URL('../../../../../fixtures/oracles/word-similarity.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Measured)

test.each(oracle)('measures %j against %j as PostgreSQL does', (query, text, ...measured) => {
  const [similarity, distance, rounded, isKept] = measured
  const ours = computeWordSimilarity(parsePattern(query), listTextTrigrams(text))
  expect(ours).toBe(Math.fround(similarity))
  expect(Math.fround(1 - ours)).toBe(Math.fround(distance))
  expect(Number(ours.toFixed(4))).toBe(rounded)
  expect(isWithinThreshold(ours, DEFAULT_THRESHOLD)).toBe(isKept)
})

test('a similarity of exactly 0.3 is within the default threshold', () => {
  expect(isWithinThreshold(Math.fround(0.3), DEFAULT_THRESHOLD)).toBe(true)
  expect(isWithinThreshold(Math.fround(0.299), DEFAULT_THRESHOLD)).toBe(false)
})

test('nothing is similar to a text without words', () => {
  expect(computeWordSimilarity(parsePattern('?!'), listTextTrigrams('church'))).toBe(0)
  expect(computeWordSimilarity(parsePattern('church'), listTextTrigrams(''))).toBe(0)
})
