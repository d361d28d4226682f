import type { DecadeCount } from '../../edtf/count-decades.ts'
import type { TextPage, TextQuery } from '../../queries/searches/text-search.ts'
import { countByDecade } from '../lists/count-by-decade.ts'
import type { TextMatches } from './text-index.ts'
import { isWithinThreshold, parsePattern, type TextPattern } from './word-similarity.ts'
import type { LiveTextIndex } from './live-text-index.ts'
import { Ranking } from './ranking.ts'
import { createBitmap, setRows } from '../columns/bitmap.ts'
import { isSameScope, type ResolvedFilter } from '../columns/searchable-images.ts'

/** The members of a query that determine its result. */
export type ResultQuery = Omit<TextQuery, 'page' | 'hasDecades'>

/** Query of a search, and the state of the catalog that it covers. */
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

/** The most changes of a slice, and how long it scores. */
const CHANGES_AT_ONCE = 1000
const SCORING_MS = 5

/** Whether a result includes all changes, only some of them, or must be searched for again. */
export type ResultState = 'current' | 'behind' | 'outdated'

/** All matches of a search. They are updated instead of searched for again when images change. */
export class TextResult {
  #scope: SearchScope
  readonly #ranking: Ranking
  /** Since the last change of the ranking. */
  #decades: DecadeCount[] | undefined

  /** @param sorted matches in the order of the results */
  constructor(scope: SearchScope, sorted: TextMatches) {
    this.#scope = scope
    this.#ranking = new Ranking(sorted)
  }

  get bytes(): number {
    return this.#ranking.bytes
  }

  /** Returns the number of changes that the result does not include. */
  countMissing({ changedRows }: LiveTextIndex): number {
    return changedRows.end - this.#scope.changesEnd
  }

  /** Scores some of the images again that have changed, which takes a few milliseconds. */
  update(live: LiveTextIndex): ResultState {
    const { query, filter, rowCount, changesEnd } = this.#scope
    const scope = {
      ...this.#scope,
      filter: live.images.resolve(query.filter),
      rowCount: live.images.rows.size,
    }
    const changed = live.changedRows.read(changesEnd, CHANGES_AT_ONCE)
    if (!changed || !isSameScope(filter, scope.filter)) return 'outdated'
    const { scored, matches } = findMatches(scope, changed, live)
    this.#scope = { ...scope, changesEnd: changesEnd + scored }
    const rows = Uint32Array.from(changed.slice(0, scored))
    if (rows.length > 0) this.#decades = undefined
    this.#ranking.remove(rows.filter((row) => row < rowCount))
    this.#ranking.insert(matches, live.images.rows.columns.id)
    return this.countMissing(live) === 0 ? 'current' : 'behind'
  }

  pickPage({ page, hasDecades }: TextQuery, { images }: LiveTextIndex): TextPage {
    const start = (page.number - 1) * page.size
    const { rows, similarities } = this.#ranking.slice(start, start + page.size)
    const hits = Array.from(rows, (row, n) => ({
      imageId: images.rows.columns.id[row] ?? 0,
      similarity: similarities[n] ?? 0,
    }))
    const decades = hasDecades && { decades: this.#countDecades(images) }
    return { hits, count: this.#ranking.size, ...decades }
  }

  #countDecades({ rows }: LiveTextIndex['images']): DecadeCount[] {
    const found = this.#ranking.slice(0, this.#ranking.size).rows
    this.#decades ??= countByDecade(rows, setRows(createBitmap(rows.size), found))
    return this.#decades
  }
}

/** Scores changed rows until some time has passed. @returns how many are scored, and the matches among them */
function findMatches(
  { query, pattern, filter }: SearchScope,
  changed: readonly number[],
  { images, texts }: LiveTextIndex,
): { scored: number; matches: TextMatches } {
  const end = performance.now() + SCORING_MS
  const selected = images.select(filter, Uint32Array.from(changed))
  const { whole } = query
  const hasWords = whole && texts.matchWords(whole.words)
  const similarities = new Map<number, number>()
  let scored = 0
  while (scored < changed.length) {
    const row = changed[scored] ?? 0
    if (selected[scored++] === 1 && !similarities.has(row)) {
      const isLeftOut = hasWords && hasWords(row) !== whole.isFound
      similarities.set(row, isLeftOut ? 0 : texts.scoreRow(pattern, row))
    }
    if (performance.now() > end) break
  }
  const found = [...similarities].filter(([, one]) => isWithinThreshold(one, query.threshold))
  const matches = {
    rows: Uint32Array.from(found, ([row]) => row),
    similarities: Float32Array.from(found, ([, similarity]) => similarity),
  }
  return { scored, matches }
}
