import { findRow } from '../../list-cache/rows.ts'
import type { Bitmap } from '../../list-cache/bitmap.ts'
import type { SemanticPage } from '../semantic-search.ts'
import type { Slices } from '../thread/work-loop.ts'
import type { LiveVectorIndex } from './live-vector-index.ts'
import type { SearchOutcome, SemanticRequest } from './messages.ts'
import { findBest, rankRange } from './rank-vectors.ts'
import type { VectorIndex } from './vector-index.ts'

/** Runs a search, in slices of a few milliseconds, during which the index must not change. */
export function* search(live: LiveVectorIndex, request: SemanticRequest): Slices<SearchOutcome> {
  const { modelId, target } = request
  if (modelId !== live.modelId) return { problem: 'other_model' }
  const query = 'vector' in target ? target.vector : findVector(live, target.imageId)
  if (!query) return { problem: 'not_embedded' }
  if (!live.vectors) return { page: { hits: [], count: 0 } }
  return { page: yield* findPage(live, live.vectors, { query, request }) }
}

function findVector({ images, vectors }: LiveVectorIndex, id: number): Float32Array | undefined {
  const row = findRow(images.rows, id)
  return row === undefined ? undefined : vectors?.read(row)
}

function* findPage(
  live: LiveVectorIndex,
  vectors: VectorIndex,
  { query, request }: { query: Float32Array; request: SemanticRequest },
): Slices<SemanticPage> {
  const { number, size } = request.page
  const start = (number - 1) * size
  const selected = select(live, request)
  yield
  const best = yield* findBest(vectors, query, selected)
  const found = yield* rankRange({ index: vectors, best, selected }, { start, end: start + size })
  const hits = Array.from(found.rows, (row, n) => ({
    imageId: vectors.ids[row] ?? 0,
    similarity: found.similarities[n] ?? 0,
  }))
  return { hits, count: best.count }
}

/** Selects the images that may be found. */
function select({ images }: LiveVectorIndex, { filter, target }: SemanticRequest): Bitmap {
  const selected = images.select(images.resolve(filter))
  for (const id of 'excluded' in target ? target.excluded : []) {
    const row = findRow(images.rows, id)
    if (row !== undefined) selected[row] = 0
  }
  return selected
}
