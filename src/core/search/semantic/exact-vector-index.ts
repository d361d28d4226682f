import type { RankRequest, RankedRows, VectorIndex } from './vector-index.ts'

/** Rows whose vectors share an array. Small, so that few rows without a vector take memory. */
const ROWS_PER_BLOCK = 256

/** An index that compares all vectors in full precision. @param dimension length of the vectors */
export function createExactVectorIndex(dimension: number): VectorIndex {
  const blocks: (Float32Array | undefined)[] = []
  const present = new Set<number>()
  const locate = (row: number): Float32Array | undefined => {
    const start = (row % ROWS_PER_BLOCK) * dimension
    return blocks[Math.floor(row / ROWS_PER_BLOCK)]?.subarray(start, start + dimension)
  }
  return {
    set(row, vector) {
      const block = Math.floor(row / ROWS_PER_BLOCK)
      blocks[block] ??= new Float32Array(ROWS_PER_BLOCK * dimension)
      locate(row)?.set(vector)
      present.add(row)
    },
    remove: (row) => void present.delete(row),
    get: (row) => (present.has(row) ? locate(row)?.slice() : undefined),
    rank(query, request) {
      const rows = Uint32Array.from(present).filter((row) => request.selected[row] === 1)
      const similarities = new Float32Array(rows.length)
      for (const [position, row] of rows.entries())
        similarities[position] = multiply(query, locate(row) ?? query)
      return pickRanked({ rows, similarities }, request)
    },
  }
}

function multiply(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

function pickRanked(
  { rows, similarities }: Omit<RankedRows, 'count'>,
  { ids, start, end }: RankRequest,
): RankedRows {
  const idOf = (position: number): number => ids[rows[position] ?? 0] ?? 0
  const ranked = rows
    .map((_, position) => position)
    .sort((a, b) => (similarities[b] ?? 0) - (similarities[a] ?? 0) || idOf(a) - idOf(b))
    .subarray(start, end)
  return {
    rows: ranked.map((position) => rows[position] ?? 0),
    similarities: Float32Array.from(ranked, (position) => similarities[position] ?? 0),
    count: rows.length,
  }
}
