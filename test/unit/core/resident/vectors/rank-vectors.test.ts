import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBitmap, type Bitmap } from '../../../../../src/core/resident/columns/bitmap.ts'
import {
  findBest,
  MAX_BEST,
  rankRange,
} from '../../../../../src/core/resident/vectors/rank-vectors.ts'
import { VectorCodes } from '../../../../../src/core/resident/vectors/vector-codes.ts'
import type { VectorIndex } from '../../../../../src/core/resident/vectors/vector-index.ts'
import { finish } from '../../../../../src/core/resident/index/work-loop.ts'
import { numbersFrom, type Below } from '../../../../support/seeded-numbers.ts'

/** The greatest difference between an exact similarity and one by code, for vectors of these tests. */
const CODE_ERROR = 0.01

/** An index whose vectors are in memory. */
class TestIndex implements VectorIndex {
  readonly codes: VectorCodes
  readonly ids: Float64Array
  readonly vectors = new Map<number, Float32Array>()

  constructor(dimension: number, ids: Float64Array) {
    this.codes = new VectorCodes(dimension)
    this.ids = ids
  }

  set(row: number, vector: Float32Array): void {
    this.codes.set(row, vector)
    this.vectors.set(row, vector)
  }

  remove(row: number): void {
    this.codes.remove(row)
    this.vectors.delete(row)
  }

  read(rows: Uint32Array): (Float32Array | undefined)[] {
    return Array.from(rows, (row) => this.vectors.get(row))
  }
}

type Hit = [row: number, similarity: number]

/** Returns the rows at some positions, and the number of all. */
function rank(
  index: VectorIndex,
  query: Float32Array,
  selected: Bitmap,
  [start, end]: [number, number],
) {
  const candidates = { select: () => selected, excluded: new Uint32Array() }
  const best = finish(findBest(index, query, candidates))
  const { rows, similarities } = finish(rankRange({ index, best, candidates }, { start, end }))
  const hits = Array.from(rows, (row, n): Hit => [row, similarities[n]!])
  return { count: best.count, hits }
}

/** Ranks without codes. */
function rankExactly({ vectors, ids }: TestIndex, query: Float32Array, selected: Bitmap): Hit[] {
  return [...vectors]
    .filter(([row]) => selected[row] === 1)
    .map(([row, vector]): Hit => [row, Math.fround(multiply(query, vector))])
    .toSorted(([a, x], [b, y]) => y - x || ids[a]! - ids[b]!)
}

function multiply(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0)
}

/** Returns a vector of length 1 between a random one and the given one, with a few great numbers as of real models. */
function vectorNear(below: Below, dimension: number, center: Float32Array, share: number) {
  const vector = Float32Array.from({ length: dimension }, (_, at) => {
    const noise = (below(2001) - 1000) / 1000 + (at < 2 ? 5 : 0)
    return (1 - share) * noise + share * center[at]! * dimension
  })
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const all = (rows: number): Bitmap => createBitmap(rows).fill(1)

test('ranks like a comparison of all vectors, after any changes, with any filter, on any page', () => {
  const rows = 12
  const numbers = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 40 })
  const change = fc.tuple(fc.nat(rows - 1), fc.option(fc.nat(5)))
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(numbers, { minLength: 6, maxLength: 6 }),
      fc.array(change, { maxLength: 40 }),
      fc.record({
        filter: fc.array(fc.nat(1), { minLength: rows, maxLength: rows }),
        start: fc.nat(rows),
        size: fc.nat(rows),
      }),
      (dimension, content, changes, { filter, start, size }) => {
        const vectors = content.map((values) => {
          const vector = Float32Array.from({ length: dimension }, (_, at) => values[at] ?? 1)
          const length = Math.hypot(...vector) || 1
          return vector.map((value) => value / length)
        })
        const ids = Float64Array.from({ length: rows }, (_, row) => 1000 - row)
        const index = new TestIndex(dimension, ids)
        for (const [row, number] of changes) {
          const vector = number === null ? undefined : vectors[number]!
          if (vector?.some((value) => value !== 0)) index.set(row, vector)
          else index.remove(row)
        }
        const selected = createBitmap(rows)
        selected.set(filter)
        const expected = rankExactly(index, vectors[0]!, selected)
        expect(rank(index, vectors[0]!, selected, [start, start + size])).toEqual({
          count: expected.length,
          hits: expected.slice(start, start + size),
        })
      },
    ),
  )
})

test('every page continues the one before, also where exact similarities end', () => {
  const [below, dimension, count] = [numbersFrom(1), 37, MAX_BEST + 700]
  const ids = Float64Array.from({ length: count }, (_, row) => (row * 7919) % 10_007)
  const index = new TestIndex(dimension, ids)
  const query = vectorNear(below, dimension, new Float32Array(dimension), 0)
  const equal = vectorNear(below, dimension, query, 0.05)
  for (let row = 0; row < count; row++)
    index.set(row, row % 5 ? vectorNear(below, dimension, query, 0.1 * below(3)) : equal)
  for (let row = 0; row < count; row += 11) index.remove(row)
  const selected = all(count)
  for (let row = 0; row < count; row += 13) selected[row] = 0
  const exact = rankExactly(index, query, selected)
  expect(exact.length).toBeGreaterThan(MAX_BEST + 100)
  const similarityOf = new Map(exact)
  for (const size of [97, 20, exact.length]) {
    const found: Hit[] = []
    for (let start = 0; start < exact.length; start += size) {
      const { hits, count } = rank(index, query, selected, [start, start + size])
      expect(count).toBe(exact.length)
      found.push(...hits)
    }
    expect(found.map(([row]) => row).toSorted((a, b) => a - b)).toEqual(
      exact.map(([row]) => row).toSorted((a, b) => a - b),
    )
    expect(found.slice(0, MAX_BEST - 500)).toEqual(exact.slice(0, MAX_BEST - 500))
    for (const [position, [row, similarity]] of found.entries()) {
      expect(similarity).toBeLessThanOrEqual(found[position - 1]?.[1] ?? 1)
      expect(Math.abs(similarity - similarityOf.get(row)!)).toBeLessThan(CODE_ERROR)
    }
  }
  expect(rank(index, query, selected, [exact.length, exact.length + 20]).hits).toEqual([])
})

test('finds the most similar of many vectors, of which most are not compared', () => {
  const [below, dimension, count] = [numbersFrom(2), 32, 60_000]
  const index = new TestIndex(
    dimension,
    Float64Array.from({ length: count }, (_, row) => row),
  )
  const centers = Array.from({ length: 50 }, () =>
    vectorNear(below, dimension, new Float32Array(dimension), 0),
  )
  for (let row = 0; row < count; row++)
    index.set(row, vectorNear(below, dimension, centers[below(50)]!, 0.1))
  finish(index.codes.updateMean())
  const query = vectorNear(below, dimension, centers[0]!, 0.1)
  const exact = rankExactly(index, query, all(count))
  const { hits, count: found } = rank(index, query, all(count), [0, 100])
  expect(found).toBe(count)
  expect(hits).toEqual(exact.slice(0, 100))
  const pages = Array.from({ length: 12 }, (_, n) => [50 * n, 50 * n + 50] as [number, number])
  const paged = pages.flatMap((page) => rank(index, query, all(count), page).hits)
  expect(paged).toEqual(rank(index, query, all(count), [0, 600]).hits)
  expect(new Set(paged.map(([row]) => row)).size).toBe(600)
  const deep = rank(index, query, all(count), [30_000, 30_020])
  for (const [at, [, similarity]] of deep.hits.entries())
    expect(Math.abs(similarity - exact[30_000 + at]![1])).toBeLessThan(CODE_ERROR)
})

test('vectors that are not numbers, or have no length, are not found', () => {
  const index = new TestIndex(3, Float64Array.of(1, 2, 3, 4, 5))
  const query = Float32Array.of(1, 0, 0)
  const bad = [
    [NaN, 0, 1],
    [Infinity, 0, 0],
    [0, 0, 0],
  ]
  for (const [row, vector] of bad.entries()) index.codes.set(row, Float32Array.from(vector))
  index.set(3, query)
  index.codes.set(4, query)
  index.codes.set(4, Float32Array.of(0, NaN, 0))
  expect(rank(index, query, all(5), [0, 10])).toEqual({ count: 1, hits: [[3, 1]] })
})

test('removed and invalid vectors do not count for the mean that signs refer to', () => {
  const [dimension, count] = [32, 3000]
  const fill = (rows: number): VectorCodes => {
    const codes = new VectorCodes(dimension)
    const below = numbersFrom(3)
    const center = new Float32Array(dimension).fill(1 / Math.sqrt(dimension))
    for (let row = 0; row < rows; row++)
      codes.set(row, vectorNear(below, dimension, center, row < count ? 0 : 0.5))
    return codes
  }
  const findLikely = (codes: VectorCodes) => {
    finish(codes.updateMean())
    codes.setQuery(vectorNear(numbersFrom(4), dimension, new Float32Array(dimension), 0))
    codes.select(all(count))
    return finish(codes.scoreMostLikely(10, 2)).rows
  }
  const codes = fill(3 * count)
  for (let row = count; row < 2 * count; row++) codes.remove(row)
  for (let row = 2 * count; row < 3 * count; row++) codes.set(row, new Float32Array(dimension))
  expect(findLikely(codes)).toEqual(findLikely(fill(count)))
})
