import type { LiveTextIndex } from './live-text-index.ts'
import { sortMatches } from './sort-matches.ts'
import { createScope, TextResult, type ResultQuery } from './text-result.ts'
import type { Slices } from '../index/work-loop.ts'

const NO_MATCHES = { rows: new Uint32Array(), similarities: new Float32Array() }

/**
 * Searches all texts. The result includes all changes that are included when it is returned.
 * @returns undefined if the search must start again, because what its filter selects has changed
 */
export function* searchTexts(
  query: ResultQuery,
  live: LiveTextIndex,
): Slices<TextResult | undefined> {
  const result = yield* scanTexts(query, live)
  for (;;) {
    const state = result.update(live)
    if (state === 'current') return result
    if (state === 'outdated') return undefined
    yield
  }
}

function* scanTexts(query: ResultQuery, live: LiveTextIndex): Slices<TextResult> {
  const scope = createScope(query, live)
  const rows = live.images.select(scope.filter)
  const { whole } = query
  if (whole) {
    const { words, isFound } = whole
    const key = JSON.stringify([words, query.filter, live.change])
    yield* live.wholeWords.filter(rows, key, live.texts.matchWords(words), isFound)
  }
  // A scan would look at all words, whatever it selects.
  if (!rows.includes(1)) return new TextResult(scope, NO_MATCHES)
  const scan = live.texts.startScan(scope.pattern, query.threshold, rows)
  try {
    while (!scan.step()) yield
    const sorted = yield* sortMatches(scan.result, live.images.rows.columns.id)
    return new TextResult(scope, sorted)
  } finally {
    scan.dispose()
  }
}
