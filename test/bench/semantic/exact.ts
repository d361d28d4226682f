import type { Database } from 'better-sqlite3'
import { decodeVector } from '../../../src/core/model/vectors/vector-encoding.ts'

/** The images that are most similar to each query, found by comparing it with every vector in full precision. */
export function findExactly(
  db: Database,
  queries: readonly Float32Array[],
  size: number,
): number[][] {
  const embeddings = db
    .prepare<[], [number, Buffer]>(
      `select image_id, vector from embedding
       join image on image.id = image_id
       join collection on collection.id = collection_id join source on source.id = source_id
       where duplicate_of is null and collection.public = 1 and source.public = 1`,
    )
    .raw()
  const best = queries.map(() => [] as { id: number; similarity: number }[])
  for (const [id, bytes] of embeddings.iterate()) {
    const vector = decodeVector(bytes)
    for (const [n, query] of queries.entries()) {
      const similarity = multiply(query, vector)
      const found = best[n]!
      if (found.length === size && similarity <= found.at(-1)!.similarity) continue
      const at = found.findIndex((other) => other.similarity < similarity)
      found.splice(at < 0 ? found.length : at, 0, { id, similarity })
      found.length = Math.min(found.length, size)
    }
  }
  return best.map((found) => found.map(({ id }) => id))
}

/** Four sums at once take less time than one. */
function multiply(one: Float32Array, other: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let at = 0; at < one.length; at += 4) {
    a += one[at]! * other[at]!
    b += one[at + 1]! * other[at + 1]!
    c += one[at + 2]! * other[at + 2]!
    d += one[at + 3]! * other[at + 3]!
  }
  return a + b + c + d
}
