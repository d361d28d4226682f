import { findRow } from '../columns/rows.ts'
import type { SemanticPage } from '../../queries/searches/semantic-search.ts'
import type { Slices } from '../index/work-loop.ts'
import type { LiveVectorIndex } from './live-vector-index.ts'
import type { SearchOutcome, SemanticRequest } from './messages.ts'
import { findBest, rankRange, type Candidates, type Ranking } from './rank-vectors.ts'
import type { SearchCache } from './search-cache.ts'

/** Runs a search, in slices of a few milliseconds, during which the index must not change. */
export function* search(
  live: LiveVectorIndex,
  cache: SearchCache,
  request: SemanticRequest,
): Slices<SearchOutcome> {
  const { modelId, target } = request
  if (modelId !== live.modelId) return { problem: 'other_model' }
  const query = 'vector' in target ? target.vector : findVector(live, target.imageId)
  if (!query) return { problem: 'not_embedded' }
  if (!live.vectors) return { page: { hits: [], count: 0 } }
  cache.update(live)
  const candidates = findCandidates(live, cache, request)
  const best = cache.getBest(request) ?? (yield* findBest(live.vectors, query, candidates))
  cache.setBest(request, best)
  return { page: yield* pickPage({ index: live.vectors, best, candidates }, request) }
}

function findVector({ images, vectors }: LiveVectorIndex, id: number): Float32Array | undefined {
  const row = findRow(images.rows, id)
  if (row === undefined || !vectors?.codes.has(row)) return undefined
  return vectors.read(Uint32Array.of(row))[0]
}

function* pickPage(ranking: Ranking, { page }: SemanticRequest): Slices<SemanticPage> {
  const { index, best } = ranking
  const start = (page.number - 1) * page.size
  const found = yield* rankRange(ranking, { start, end: start + page.size })
  const hits = Array.from(found.rows, (row, n) => ({
    imageId: index.ids[row] ?? 0,
    similarity: found.similarities[n] ?? 0,
  }))
  return { hits, count: best.count }
}

/** Returns the images that a search may find. */
function findCandidates(
  { images }: LiveVectorIndex,
  cache: SearchCache,
  { filter, target }: SemanticRequest,
): Candidates {
  const excluded = 'excluded' in target ? target.excluded : []
  return {
    select: () => cache.select(filter, () => images.select(images.resolve(filter))),
    excluded: Uint32Array.from(excluded.flatMap((id) => findRow(images.rows, id) ?? [])),
  }
}
