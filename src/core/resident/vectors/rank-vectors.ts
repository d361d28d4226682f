import type { Bitmap } from '../columns/bitmap.ts'
import type { Slices } from '../index/work-loop.ts'
import { BestVectors, type Comparison } from './best-vectors.ts'
import { sortPartly, type Range, type ScoredRows } from './sort-partly.ts'
import type { VectorIndex } from './vector-index.ts'

/**
 * A ranking begins with the vectors that are most similar by their codes, at most this number, in the order of their
 * exact similarities. All others follow in the order of their codes.
 */
export const MAX_BEST = 2000

/** Number of them to find at first. The first pages need no others, unless many vectors are almost as similar. */
const MAX_FIRST = 200

/** More of the first ones have more standard errors, so that practically none is missing. */
const STANDARD_ERRORS = { first: 2.5, others: 2 }

/** For fewer rows, comparing codes takes less time than comparing signs first: this number, and share of all. */
const MIN_ROWS_OF_SIGNS = 50_000
const MIN_SHARE_OF_SIGNS = 0.05

/** The best vectors of a search, as far as its pages needed them. */
export interface Best extends Comparison {
  /** Number of all rows of the ranking. */
  readonly count: number
  readonly first: BestVectors
  /** Those that follow the certain ones of `first`. */
  others?: BestVectors
}

/** The rows of a ranking, as far as they have a vector. */
export interface Candidates {
  select(): Bitmap
  /** Selected rows that don't belong to the ranking. */
  readonly excluded: Uint32Array
}

/** Finds the first rows of a ranking. */
export function* findBest(
  index: VectorIndex,
  query: Float32Array,
  candidates: Candidates,
): Slices<Best> {
  const { codes } = index
  const count = yield* select(index, candidates)
  const comparison = { query, queryError: codes.setQuery(query) }
  const size = { count, best: MAX_FIRST, standardErrors: STANDARD_ERRORS.first }
  const scored = yield* findMostSimilar(index, size)
  const hasOthers = scored.rows.length < count
  const least = hasOthers ? (scored.similarities.at(-1) ?? 0) : -Infinity
  const limit = least + codes.maxError + comparison.queryError
  return { count, ...comparison, first: new BestVectors(index, scored, { ...comparison, limit }) }
}

/** Returns the best of the selected rows, in the order of their codes. */
function* findMostSimilar(
  { codes, ids }: VectorIndex,
  { count, best, standardErrors }: { count: number; best: number; standardErrors: number },
): Slices<ScoredRows> {
  const usesSigns = count > Math.max(MIN_ROWS_OF_SIGNS, MIN_SHARE_OF_SIGNS * codes.size)
  const scored = yield* usesSigns ? codes.scoreMostLikely(best, standardErrors) : codes.score()
  return yield* sortPartly(scored, ids, { start: 0, end: best })
}

export interface Ranking {
  index: VectorIndex
  /** The first rows of the ranking. */
  best: Best
  candidates: Candidates
}

const NONE: ScoredRows = { rows: new Uint32Array(), similarities: new Float32Array() }

/** Returns the rows at some positions of a ranking. */
export function* rankRange(ranking: Ranking, { start, end }: Range): Slices<ScoredRows> {
  const { best, index } = ranking
  const first = yield* best.first.pick(end, index)
  const known = first.rows.length
  if (known >= Math.min(end, best.count)) return skip(first, start)
  const others = (best.others ??= yield* findOthers(ranking, first.rows))
  const length = known + others.rows.length
  const next = start < length ? yield* others.pick(end - known, index) : NONE
  // What follows may be a little more similar, by code or because signs missed it.
  const most = first.similarities.at(-1) ?? 1
  const parts: ScoredRows[] = [skip(first, start), limit(skip(next, start - known), most)]
  if (end > length && best.count > length) {
    const range = { start: Math.max(0, start - length), end: end - length }
    const rest = yield* rankRest(ranking, Uint32Array.from([...first.rows, ...others.rows]), range)
    parts.push(limit(rest, Math.min(most, yield* others.findLeast(index))))
  }
  return concatenate(parts)
}

/** Finds the best rows after those that are certain. */
function* findOthers(ranking: Ranking, certain: Uint32Array): Slices<BestVectors> {
  const { index, best } = ranking
  const count = yield* selectAgain(ranking, certain)
  const size = { count, best: MAX_BEST - certain.length, standardErrors: STANDARD_ERRORS.others }
  const scored = yield* findMostSimilar(index, size)
  return new BestVectors(index, scored, { ...best, limit: -Infinity })
}

/** Returns the rows at some positions after those that are excluded. */
function* rankRest(ranking: Ranking, excluded: Uint32Array, range: Range): Slices<ScoredRows> {
  const { codes, ids } = ranking.index
  yield* selectAgain(ranking, excluded)
  return yield* sortPartly(yield* codes.score(), ids, range)
}

/** Selects rows to compare with the query, without some that were found. Returns their number. */
function* selectAgain({ index, best, candidates }: Ranking, found: Uint32Array): Slices<number> {
  const excluded = Uint32Array.from([...candidates.excluded, ...found])
  const count = yield* select(index, { ...candidates, excluded })
  index.codes.setQuery(best.query)
  return count
}

function* select({ codes }: VectorIndex, candidates: Candidates): Slices<number> {
  const selected = candidates.select()
  yield
  const count = codes.select(selected, candidates.excluded)
  yield
  return count
}

function skip({ rows, similarities }: ScoredRows, count: number): ScoredRows {
  const start = Math.max(0, count)
  return { rows: rows.subarray(start), similarities: similarities.subarray(start) }
}

function limit({ rows, similarities }: ScoredRows, most: number): ScoredRows {
  return { rows, similarities: similarities.map((each) => Math.min(each, most)) }
}

function concatenate(parts: readonly ScoredRows[]): ScoredRows {
  return {
    rows: Uint32Array.from(parts.flatMap(({ rows }) => [...rows])),
    similarities: Float32Array.from(parts.flatMap(({ similarities }) => [...similarities])),
  }
}
