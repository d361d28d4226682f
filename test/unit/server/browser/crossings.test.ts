import { expect, test } from 'vitest'
import { findCrossing } from '../../../../src/server/browser/editor/crossings.ts'

const SQUARE = [[0, 0], [8, 0], [8, 8], [0, 8]] as const // prettier-ignore
const BOW = [[0, 0], [8, 8], [8, 0], [0, 8]] as const // prettier-ignore

function find(...rings: (readonly (readonly [number, number])[])[]) {
  return findCrossing({ rings, selected: null })?.map(({ numbers }) => numbers)
}

test('finds the two edges that cross, by the numbers of their corners', () => {
  expect(find(BOW)).toEqual([[1, 2], [3, 4]]) // prettier-ignore
  expect(find(SQUARE.toReversed(), [[4, 4], [12, 4], [4, 6]])).toEqual([[2, 3], [5, 6]]) // prettier-ignore
  expect(find([[0, 0], [8, 0], [8, 8], [4, -2]])).toEqual([[1, 2], [3, 4]]) // prettier-ignore
})

test('finds no crossing where edges meet at corners, or while there are only two corners', () => {
  expect(find([])).toBeUndefined()
  expect(find(SQUARE)).toBeUndefined()
  expect(find([...SQUARE, [0, 8]])).toBeUndefined()
  expect(find(SQUARE, [[2, 2], [6, 2], [6, 6]])).toBeUndefined() // prettier-ignore
  expect(find(SQUARE, [[4, 4], [12, 4]])).toBeUndefined() // prettier-ignore
})
