import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { VectorHit, VectorOutcome, VectorQuery } from './vector-query.ts'
import { MAX_BEST } from '../vectors/rank-vectors.ts'
import type { Range } from '../vectors/sort-partly.ts'
import { decodeVector } from '../../model/vectors/vector-encoding.ts'
import { rankExactly, compareAll, findByIndex, type Comparison } from './nearest-vectors.ts'
import { halfvecTable, readIndexState } from './halfvec-table.ts'
import type { ImageCounts } from './image-counts.ts'

/** Number of first positions that the index answers. Beyond them, all images are compared. */
const INDEXED = 200

/** More than these positions, because half precision and the index may confuse similar vectors. */
const CANDIDATES = 300

export interface RankingOptions {
  /** At most this number of images are compared without the index. */
  maxCompared: number
  counts: ImageCounts
}

/** Finds one page of a ranking, in one state of the database. */
export async function findPage(
  tx: Kysely<Tables>,
  query: VectorQuery,
  { maxCompared, counts }: RankingOptions,
): Promise<VectorOutcome> {
  const { modelId, target, page, images, excluded } = query
  const halfvecs = halfvecTable(modelId)
  if ((await readIndexState(tx, halfvecs)) !== 'valid') return { problem: 'not_indexed' }
  const vector = typeof target === 'number' ? await readVector(tx, modelId, target) : target
  if (!vector) return { problem: 'not_embedded' }
  const comparison = { halfvecs, vector, images, excluded }
  const count = await counts.count(tx, comparison)
  const start = (page.number - 1) * page.size
  const range = { start, end: Math.min(start + page.size, count) }
  if (range.end <= start) return { page: { hits: [], count } }
  const first =
    count > maxCompared ? await findFirst(tx, comparison, Math.min(range.end, INDEXED)) : []
  return { page: { hits: await rankRange(tx, comparison, { first, range }), count } }
}

async function readVector(
  tx: Kysely<Tables>,
  modelId: number,
  imageId: number,
): Promise<Float32Array | undefined> {
  const row = await tx
    .selectFrom('embedding')
    .select('vector')
    .where('image_id', '=', imageId)
    .where('model_id', '=', modelId)
    .executeTakeFirst()
  return row && decodeVector(row.vector)
}

/** Returns the first positions of a ranking by the index; none if too few images pass the filter. */
async function findFirst(
  tx: Kysely<Tables>,
  comparison: Comparison,
  end: number,
): Promise<VectorHit[]> {
  const candidates = await findByIndex(tx, comparison, CANDIDATES)
  if (candidates.length < CANDIDATES) return []
  return await rankExactly(tx, comparison, { candidates, end })
}

interface Wanted {
  /** The first positions of the ranking, as far as the index answers them. */
  first: readonly VectorHit[]
  range: Range
}

/** Returns some positions of a ranking. Every image has one position, even if the index has missed it. */
async function rankRange(
  tx: Kysely<Tables>,
  comparison: Comparison,
  { first, range: { start, end } }: Wanted,
): Promise<VectorHit[]> {
  const hits = first.slice(start, end)
  if (end <= first.length) return hits
  const excluded = [...comparison.excluded, ...first.map(({ imageId }) => imageId)]
  const rest = { ...comparison, excluded }
  const next = { start: Math.max(0, start - first.length), end: end - first.length }
  hits.push(...limit(await rankRest(tx, rest, next), first))
  return hits
}

/** Returns some positions of a ranking without the index. Only the first ones are in the order of exact similarities. */
async function rankRest(
  tx: Kysely<Tables>,
  comparison: Comparison,
  { start, end }: Range,
): Promise<VectorHit[]> {
  if (start >= MAX_BEST) return await compareAll(tx, comparison, { start, end })
  const candidates = await compareAll(tx, comparison, { start: 0, end: MAX_BEST })
  const best = await rankExactly(tx, comparison, { candidates, end: Math.min(end, MAX_BEST) })
  const hits = best.slice(start)
  if (end <= MAX_BEST) return hits
  const others = await compareAll(tx, comparison, { start: MAX_BEST, end })
  return [...hits, ...limit(others, best)]
}

/** Similarities never increase, even where half precision or the index has missed an image. */
function limit(hits: readonly VectorHit[], before: readonly VectorHit[]): VectorHit[] {
  const most = before.at(-1)?.similarity ?? Infinity
  return hits.map(({ imageId, similarity }) => ({
    imageId,
    similarity: Math.fround(Math.min(similarity, most)),
  }))
}
