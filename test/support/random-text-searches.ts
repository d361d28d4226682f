import { randomSearchFilter } from './random-search-filter.ts'
import { createRandomTexts } from './random-texts.ts'

const THRESHOLDS = [0.7, 0.7, 0.7, 0, 0.1, 0.3, 0.4, 0.5, 0.6, 2 / 3, 0.75, 0.8, 0.9, 1]

/** Returns random searches, in most of which the text is like one of a catalog with random texts. */
export function randomTextSearches(count: number) {
  const { pair, below } = createRandomTexts(3)
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!
  return Array.from({ length: count }, () => ({
    text:
      pair()
        .query.slice(0, below(20) === 0 ? 500 : 50)
        .trim() || '?',
    threshold: below(10) === 0 ? below(1000) / 1000 : pick(THRESHOLDS),
    filter: below(3) > 0 ? randomSearchFilter(below) : {},
  }))
}
