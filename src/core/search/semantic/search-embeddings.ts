import { findRow } from '../../list-cache/rows.ts'
import type { Bitmap } from '../../list-cache/bitmap.ts'
import type { SemanticPage } from '../semantic-search.ts'
import type { Slices } from '../thread/work-loop.ts'
import type { BestCache } from './best-cache.ts'
import type { LiveVectorIndex } from './live-vector-index.ts'
import type { SearchOutcome, SemanticRequest } from './messages.ts'
import { findBest, rankRange, type Ranking } from './rank-vectors.ts'

/** Runs a search, in slices of a few milliseconds, during which the index must not change. */
export function* search(
  live: LiveVectorIndex,
  cache: BestCache,
  request: SemanticRequest,
): Slices<SearchOutcome> {
  const { modelId, target } = request
  if (modelId !== live.modelId) return { problem: 'other_model' }
  const query = 'vector' in target ? target.vector : findVector(live, target.imageId)
  if (!query) return { problem: 'not_embedded' }
  if (!live.vectors) return { page: { hits: [], count: 0 } }
  const selected = selectOnce(live, request)
  const best = cache.get(live, request) ?? (yield* findBest(live.vectors, query, selected))
  cache.set(request, best)
  return { page: yield* pickPage({ index: live.vectors, best, selected }, request) }
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

/** Selects the images that may be found when they are needed. */
function selectOnce(live: LiveVectorIndex, request: SemanticRequest): () => Bitmap {
  let selected: Bitmap | undefined
  return () => (selected ??= select(live, request))
}

function select({ images }: LiveVectorIndex, { filter, target }: SemanticRequest): Bitmap {
  const selected = images.select(images.resolve(filter))
  for (const id of 'excluded' in target ? target.excluded : []) {
    const row = findRow(images.rows, id)
    if (row !== undefined) selected[row] = 0
  }
  return selected
}
