import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeClusters, type Cluster } from '../../../../src/server/browser/map/merge-clusters.ts'

const REACH = { clusters: 40, singles: 16 }
const CELL = 64

/** A mark in a cell of a grid, which is its box if it has several members. */
const mark = fc
  .tuple(fc.nat(7), fc.nat(7), fc.integer({ min: 1, max: 62 }), fc.integer({ min: 1, max: 62 }))
  .chain(([column, row, right, up]) =>
    fc
      .record({ count: fc.nat(3), kind: fc.constantFrom('points' as const, 'areas' as const) })
      .map(({ count, kind }): Cluster => {
        const [x, y] = [column * CELL + right, row * CELL + up]
        const cell = [column * CELL, row * CELL, (column + 1) * CELL - 1, (row + 1) * CELL - 1]
        const isSingle = count < 2
        return { count: isSingle ? 1 : count * 5, x, y, kind, box: isSingle ? [x, y, x, y] : cell }
      }),
  )

const cells = fc.uniqueArray(mark, {
  maxLength: 60,
  selector: ({ x, y, kind }) => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)} ${kind}`,
})

test('draws clusters apart, each with all that its box contains', () => {
  const sum = (marks: readonly Cluster[]) => marks.reduce((total, { count }) => total + count, 0)
  fc.assert(
    fc.property(cells, (marks) => {
      const merged = mergeClusters(marks, REACH)
      expect(sum(merged)).toBe(sum(marks))
      for (const cluster of merged.filter(({ count }) => count > 1)) {
        const members = marks.filter(
          ({ x, y, kind }) => isWithin(cluster, x, y) && [kind, 'all'].includes(cluster.kind),
        )
        expect(cluster.count).toBe(sum(members))
        for (const other of merged.filter((one) => one !== cluster && one.count > 1))
          expect(Math.hypot(cluster.x - other.x, cluster.y - other.y)).toBeGreaterThanOrEqual(40)
      }
    }),
  )
})

function isWithin(
  { box: [west = 0, south = 0, east = 0, north = 0] }: Cluster,
  x: number,
  y: number,
) {
  return x >= west && x <= east && y >= south && y <= north
}
