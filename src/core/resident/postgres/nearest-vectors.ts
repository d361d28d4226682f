import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { VectorHit } from './vector-query.ts'
import type { Range } from '../vectors/sort-partly.ts'
import type { HalfvecTable } from './halfvec-table.ts'
import { multiplyVectors } from '../../model/vectors/multiply-vectors.ts'
import { decodeVector } from '../../model/vectors/vector-encoding.ts'

/** Vectors to compare with another one. */
export interface Comparison {
  halfvecs: HalfvecTable
  vector: Float32Array
  /** Selects the ids of the images to compare. */
  images: Expression<unknown>
  excluded: readonly number[]
}

/** The most vectors of the index that a search looks at until enough images pass the filter. */
const MAX_SCANNED = 20_000

/**
 * Fewest vectors to compare, of those to which the graph of the index leads. If too few of their images pass the
 * filter, the index goes on.
 */
export const INDEX_SETTINGS = {
  'hnsw.ef_search': '800',
  'hnsw.iterative_scan': 'relaxed_order',
  'hnsw.max_scan_tuples': String(MAX_SCANNED),
}

/**
 * Finds about so many most similar images, or fewer, by the index.
 * @returns hits in the order of their similarities in half precision
 */
export async function findByIndex(
  tx: Kysely<Tables>,
  { halfvecs: { table }, vector, images, excluded }: Comparison,
  size: number,
): Promise<VectorHit[]> {
  const distance = sql`vector <#> ${toVector(vector)}::halfvec`
  await setSorting(tx, 'off')
  const { rows } = await sql<VectorHit>`
    select image_id as "imageId", -distance as similarity from (
      select image_id, ${distance} as distance from ${table} order by ${distance} limit ${MAX_SCANNED}
    ) as nearest
    where image_id in ${images} and ${isIncluded(excluded)}
    order by distance limit ${size}`.execute(tx)
  await setSorting(tx, 'on')
  return rows.toSorted(byRank)
}

/** Lets the planner take the order of the index, instead of sorting all vectors. */
async function setSorting(tx: Kysely<Tables>, state: 'on' | 'off'): Promise<void> {
  await sql`select set_config('enable_seqscan', ${state}, true), set_config('enable_sort', ${state}, true)`.execute(
    tx,
  )
}

/**
 * Compares all images, without the index.
 * @param range positions in the order of the similarities in half precision, then of the ids
 */
export async function compareAll(
  tx: Kysely<Tables>,
  { halfvecs: { table }, vector, images, excluded }: Comparison,
  { start, end }: Range,
): Promise<VectorHit[]> {
  const { rows } = await sql<VectorHit>`
    select image_id as "imageId", similarity from (
      select image_id, -(vector <#> ${toVector(vector)}::halfvec) as similarity from ${table}
      where image_id in ${images} and ${isIncluded(excluded)}
    ) as compared
    order by similarity desc, image_id limit ${end - start} offset ${start}`.execute(tx)
  return rows
}

/** Orders the most similar images first, then by id. */
export function byRank(one: VectorHit, other: VectorHit): number {
  return other.similarity - one.similarity || one.imageId - other.imageId
}

function isIncluded(excluded: readonly number[]): RawBuilder<boolean> {
  return excluded.length === 0 ? sql`true` : sql`image_id <> all (${excluded}::bigint[])`
}

function toVector(vector: Float32Array): string {
  return `[${vector.join()}]`
}

/** Half precision changes each of two vectors of length 1 by at most 2^-11 of their length, and so the similarity. */
const HALF_PRECISION = 2 * 2 ** -11 + 2e-5

interface Ranked {
  /** In the order of their similarities in half precision. */
  candidates: readonly VectorHit[]
  /** Number of first positions to return. */
  end: number
}

/**
 * Returns the first candidates by exact similarity. Of the other candidates, only those are read that half precision
 * may have put too low.
 */
export async function rankExactly(
  tx: Kysely<Tables>,
  comparison: Comparison,
  { candidates, end }: Ranked,
): Promise<VectorHit[]> {
  const first = await compareExactly(tx, comparison, candidates.slice(0, end))
  const least = first.at(-1)?.similarity ?? 1
  const further = candidates
    .slice(end)
    .filter(({ similarity }) => similarity >= least - HALF_PRECISION)
  const others = await compareExactly(tx, comparison, further)
  return [...first, ...others].toSorted(byRank).slice(0, end)
}

/** Reads stored embeddings, and returns them in the order of their similarities. */
async function compareExactly(
  tx: Kysely<Tables>,
  { halfvecs: { modelId }, vector }: Comparison,
  candidates: readonly VectorHit[],
): Promise<VectorHit[]> {
  if (candidates.length === 0) return []
  const ids = candidates.map(({ imageId }) => imageId)
  const rows = await tx
    .selectFrom('embedding')
    .select(['image_id', 'vector'])
    .where('model_id', '=', modelId)
    .where('image_id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute()
  return rows
    .map((row) => ({
      imageId: row.image_id,
      similarity: Math.fround(multiplyVectors(vector, decodeVector(row.vector))),
    }))
    .toSorted(byRank)
}
