import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addCorner,
  deleteCorner,
  EMPTY_AREA,
  insertCorner,
  isComplete,
  listCorners,
  listMiddles,
  moveCorner,
  selectNext,
  startHole,
  type Area,
} from '../../../../src/server/browser/editor/corners.ts'

const TRIANGLE = [[0, 0], [8, 0], [0, 8]] as const // prettier-ignore

function draw(...points: (readonly [number, number])[]): Area {
  return points.reduce(addCorner, EMPTY_AREA)
}

test('appends corners after the selected one', () => {
  const area = draw(...TRIANGLE)
  expect(area).toEqual({ rings: [TRIANGLE], selected: { ring: 0, corner: 2 } })
  const first = selectNext(area, 1)
  expect(first.selected).toEqual({ ring: 0, corner: 0 })
  expect(addCorner(first, [4, 0]).rings).toEqual([[[0, 0], [4, 0], [8, 0], [0, 8]]]) // prettier-ignore
})

test('inserts a corner where the middle of an edge is, also of the last edge', () => {
  const area = draw(...TRIANGLE)
  const middles = listMiddles(area)
  expect(middles.map(({ point }) => point)).toEqual([[4, 0], [4, 4], [0, 4]]) // prettier-ignore
  const { at, point } = middles[2]!
  expect(insertCorner(area, at, point).rings).toEqual([[...TRIANGLE, [0, 4]]])
})

test('draws a hole, and deletes it with its last corner', () => {
  const area = draw(...TRIANGLE)
  expect(startHole(draw([0, 0]))).toEqual(draw([0, 0]))
  const hole = [[1, 1], [2, 1], [1, 2]].reduce((area, [x, y]) => addCorner(area, [x!, y!]), startHole(area)) // prettier-ignore
  expect(hole.rings).toHaveLength(2)
  expect(isComplete(hole)).toBe(true)
  const without = deleteCorner(deleteCorner(deleteCorner(hole)))
  expect(without).toEqual(area)
})

test('always selects a corner that exists, whatever is done', () => {
  const point = fc.tuple(fc.integer(), fc.integer())
  const step = fc.oneof(
    point.map((at) => (area: Area) => addCorner(area, at)),
    point.map((to) => (area: Area) => (area.selected ? moveCorner(area, area.selected, to) : area)),
    fc.constantFrom<(area: Area) => Area>(
      deleteCorner,
      startHole,
      (area) => selectNext(area, 1),
      (area) => selectNext(area, -1),
    ),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const area = steps.reduce((area, change) => change(area), EMPTY_AREA)
      const { rings, selected } = area
      expect(rings.length).toBeGreaterThan(0)
      // A new hole has no corner yet.
      if (selected && selected.corner >= 0)
        expect(rings[selected.ring]?.[selected.corner]).toBeDefined()
      else expect(rings.at(-1)).toEqual([])
      expect(rings.slice(1, -1).every(({ length }) => length > 0)).toBe(true)
      expect(listCorners(area)).toHaveLength(rings.flat().length)
    }),
  )
})
