import type { TextQuery } from '../text-search.ts'
import type { TextMatches } from '../text/text-index.ts'
import { isWithinThreshold, parsePattern, type TextPattern } from '../text/word-similarity.ts'
import type { LiveTextIndex } from './live-text-index.ts'
import { createMatches, rankMatches, replaceMatches, type Ranking } from './ranking.ts'
import { isSameScope, type ResolvedFilter } from './searchable-images.ts'

/** What determines a result: a query without its page. */
export type ResultQuery = Omit<TextQuery, 'page'>

/** What a search looked for, and the state of the catalog that it looked in. */
export interface SearchScope {
  readonly query: ResultQuery
  readonly pattern: TextPattern
  readonly filter: ResolvedFilter
  /** Position in the changed rows. Earlier changes are included. */
  readonly changesEnd: number
}

export interface CachedResult {
  readonly scope: SearchScope
  readonly ranking: Ranking
}

/** Describes a search of the present state. */
export function createScope(query: ResultQuery, live: LiveTextIndex): SearchScope {
  return {
    query,
    pattern: parsePattern(query.text),
    filter: live.images.resolve(query.filter),
    changesEnd: live.changedRows.end,
  }
}

/** Returns the rows that changed since a search started; undefined if it must be repeated. */
export function listChangedRows(scope: SearchScope, live: LiveTextIndex): Uint32Array | undefined {
  const filter = live.images.resolve(scope.query.filter)
  return isSameScope(scope.filter, filter) ? live.changedRows.since(scope.changesEnd) : undefined
}

/** Scores changed rows again. */
export function updateResult(
  { scope, ranking }: CachedResult,
  rows: Uint32Array,
  live: LiveTextIndex,
): CachedResult {
  const { images, changedRows } = live
  const filter = images.resolve(scope.query.filter)
  const current = { ...scope, filter, changesEnd: changedRows.end }
  if (rows.length === 0) return { scope: current, ranking }
  const ids = images.rows.columns.id
  const matches = rankMatches(findMatches(current, rows, live), ids)
  return { scope: current, ranking: replaceMatches(ranking, rows, matches, ids) }
}

function findMatches(
  { query, pattern, filter }: SearchScope,
  rows: Uint32Array,
  { images, texts }: LiveTextIndex,
): TextMatches {
  const selected = images.select(filter, rows)
  const matches = createMatches(rows.length)
  let size = 0
  for (const [position, row] of rows.entries()) {
    if (selected[position] === 0) continue
    const similarity = texts.scoreRow(pattern, row)
    if (!isWithinThreshold(similarity, query.threshold)) continue
    matches.rows[size] = row
    matches.similarities[size++] = similarity
  }
  return {
    rows: matches.rows.subarray(0, size),
    similarities: matches.similarities.subarray(0, size),
  }
}
