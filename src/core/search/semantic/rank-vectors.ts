import type { Bitmap } from '../../list-cache/bitmap.ts'
import type { Slices } from '../thread/work-loop.ts'
import { BestVectors } from './best-vectors.ts'
import { sortPartly, type Range, type ScoredRows } from './sort-partly.ts'
import type { VectorIndex } from './vector-index.ts'

/**
 * A ranking begins with the vectors that are most similar by their codes, at most this number, in the order of their
 * exact similarities. All others follow in the order of their codes.
 */
export const MAX_BEST = 2000

/** For fewer rows, comparing codes takes less time than comparing signs first: this number, and share of all. */
const MIN_ROWS_OF_SIGNS = 50_000
const MIN_SHARE_OF_SIGNS = 0.4

/** Finds the first rows of the ranking of the selected rows that have a vector. */
export function* findBest(
  index: VectorIndex,
  query: Float32Array,
  select: () => Bitmap,
): Slices<BestVectors> {
  const { codes, ids } = index
  const selected = select()
  yield
  const { rows, count } = codes.select(selected)
  yield
  const queryError = codes.setQuery(query)
  const usesSigns = count > Math.max(MIN_ROWS_OF_SIGNS, MIN_SHARE_OF_SIGNS * codes.size)
  const scored = yield* usesSigns ? codes.scoreMostLikely(rows, MAX_BEST) : codes.score(rows)
  const first = yield* sortPartly(scored, ids, { start: 0, end: MAX_BEST })
  return new BestVectors(index, first, { count, query, queryError })
}

export interface Ranking {
  index: VectorIndex
  /** The first rows of the ranking. */
  best: BestVectors
  /** Returns the rows that the best ones were selected from. */
  selected: () => Bitmap
}

/** Returns the rows at some positions of a ranking. */
export function* rankRange(ranking: Ranking, { start, end }: Range): Slices<ScoredRows> {
  const { best, index } = ranking
  const length = best.rows.length
  const first = yield* best.pick(Math.min(end, start < length ? length : 0), index)
  const others =
    end > length && best.count > length
      ? yield* rankOthers(ranking, { start: Math.max(0, start - length), end: end - length })
      : undefined
  return concatenate(
    { rows: first.rows.subarray(start), similarities: first.similarities.subarray(start) },
    others,
  )
}

/** Returns the rows at some positions after the best ones. */
function* rankOthers({ index, best, selected }: Ranking, range: Range): Slices<ScoredRows> {
  const { codes, ids } = index
  const { rows } = codes.select(selected())
  for (const row of best.rows) rows[row] = 0
  yield
  codes.setQuery(best.query)
  const { rows: others, similarities } = yield* sortPartly(yield* codes.score(rows), ids, range)
  // A similarity by code may be a little greater than the exact one of a row that comes earlier.
  const least = yield* best.findLeast(index)
  return { rows: others, similarities: similarities.map((each) => Math.min(each, least)) }
}

function concatenate(first: ScoredRows, second?: ScoredRows): ScoredRows {
  if (!second) return first
  return {
    rows: Uint32Array.from([...first.rows, ...second.rows]),
    similarities: Float32Array.from([...first.similarities, ...second.similarities]),
  }
}
