import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { VectorHit } from './vector-query.ts'
import { multiplyVectors } from '../../model/vectors/multiply-vectors.ts'
import { decodeVector } from '../../model/vectors/vector-encoding.ts'
import { byRank, type Comparison } from './nearest-vectors.ts'

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
