import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSortIndex } from '../../../../../src/core/resident/columns/sort-index.ts'

const ROWS = 30
/** Sets the value of a row, or removes the row. */
const change = fc.tuple(
  fc.integer({ min: 0, max: ROWS }),
  fc.option(fc.integer({ min: 0, max: 9 })),
)

test('has the same order as a full sort after any changes', () => {
  const rounds = fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(change), rounds, (start, story) => {
      const values = new Map<number, number>()
      const set = ([row, value]: readonly [number, number | null]) =>
        value === null ? values.delete(row) : values.set(row, value)
      const compare = (a: number, b: number) => values.get(a)! - values.get(b)! || a - b
      for (const one of start) set(one)
      const permutation = createSortIndex({
        sortAll: () => Uint32Array.from([...values.keys()].sort(compare)),
        sortSome: (rows) => rows.filter((row) => values.has(row)).sort(compare),
        isBefore: (first, second) => compare(first, second) < 0,
      })
      for (const changes of story) {
        for (const one of changes) set(one)
        permutation.invalidate(changes.map(([row]) => row))
        expect([...permutation.readOrder()]).toEqual([...values.keys()].sort(compare))
      }
    }),
    { numRuns: 200 },
  )
})
