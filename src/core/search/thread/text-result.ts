import type { PageRequest } from '../../model/page.ts'
import type { TextPage, TextQuery } from '../text-search.ts'
import type { TextMatches } from '../text/text-index.ts'
import { isWithinThreshold, parsePattern, type TextPattern } from '../text/word-similarity.ts'
import type { LiveTextIndex } from './live-text-index.ts'
import { Ranking } from './ranking.ts'
import { isSameScope, type ResolvedFilter } from './searchable-images.ts'

/** What determines a result: a query without its page. */
export type ResultQuery = Omit<TextQuery, 'page'>

/** What a search looks for, and the state of the catalog in which it looks. */
export interface SearchScope {
  readonly query: ResultQuery
  readonly pattern: TextPattern
  readonly filter: ResolvedFilter
  /** Number of rows. Later ones have been added since. */
  readonly rowCount: number
  /** Position in the changed rows. Earlier changes are included. */
  readonly changesEnd: number
}

/** Describes a search of the present state. */
export function createScope(query: ResultQuery, live: LiveTextIndex): SearchScope {
  return {
    query,
    pattern: parsePattern(query.text),
    filter: live.images.resolve(query.filter),
    rowCount: live.images.rows.size,
    changesEnd: live.changedRows.end,
  }
}

/** All matches of a search. They are updated instead of searched for again when images change. */
export class TextResult {
  #scope: SearchScope
  readonly #ranking: Ranking

  constructor(scope: SearchScope, matches: TextMatches, { images }: LiveTextIndex) {
    this.#scope = scope
    this.#ranking = new Ranking(matches, images.rows.columns.id)
  }

  get bytes(): number {
    return this.#ranking.bytes
  }

  /**
   * Scores the images again that have changed.
   * @returns false if that is impossible, or if more than `maxRows` have changed
   */
  update(live: LiveTextIndex, maxRows = Infinity): boolean {
    const { query, filter, rowCount, changesEnd } = this.#scope
    const scope = {
      ...this.#scope,
      filter: live.images.resolve(query.filter),
      rowCount: live.images.rows.size,
      changesEnd: live.changedRows.end,
    }
    const changed = live.changedRows.since(changesEnd)
    if (!changed || changed.length > maxRows || !isSameScope(filter, scope.filter)) return false
    this.#scope = scope
    if (changed.length > 0) {
      this.#ranking.remove(changed.filter((row) => row < rowCount))
      this.#ranking.insert(findMatches(scope, changed, live), live.images.rows.columns.id)
    }
    return true
  }

  pickPage({ number, size }: PageRequest, { images }: LiveTextIndex): TextPage {
    const start = (number - 1) * size
    const { rows, similarities } = this.#ranking.slice(start, start + size)
    const hits = Array.from(rows, (row, n) => ({
      imageId: images.rows.columns.id[row] ?? 0,
      similarity: similarities[n] ?? 0,
    }))
    return { hits, count: this.#ranking.size }
  }
}

function findMatches(
  { query, pattern, filter }: SearchScope,
  rows: Uint32Array,
  { images, texts }: LiveTextIndex,
): TextMatches {
  const selected = images.select(filter, rows)
  const matches = {
    rows: new Uint32Array(rows.length),
    similarities: new Float32Array(rows.length),
  }
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
