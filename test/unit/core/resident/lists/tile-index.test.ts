import { expect, test } from 'vitest'
import { createTileIndex } from '../../../../../src/core/resident/lists/tile-index.ts'
import { MAX_LISTED } from '../../../../../src/core/model/tiles/cells.ts'
import { numbersFrom } from '../../../../support/seeded-numbers.ts'

const SIZE = 3 * MAX_LISTED
const below = numbersFrom(3)

/** Half of the rows are near each other, so that a tile of the highest zoom level is crowded. */
function createTable() {
  const position = (row: number): number =>
    row % 2 === 0 ? below(2 ** 30) : 5 * 2 ** 20 + below(2 ** 15)
  const numbers = Array.from({ length: SIZE }, (_, row) => row)
  return {
    size: SIZE,
    ascending: SIZE,
    others: new Map<number, number>(),
    columns: {
      id: Float64Array.from(numbers, (row) => row + 1),
      flags: new Uint8Array(SIZE).fill(1),
      collection: new Uint32Array(SIZE),
      fuzzyFrom: Float64Array.from(numbers),
      fuzzyTo: Float64Array.from(numbers),
      image: new Uint32Array(SIZE),
      confidence: new Uint8Array(SIZE).fill(2),
      verdict: new Uint8Array(SIZE),
      user: new Float64Array(SIZE),
      worldX: Uint32Array.from(numbers, position),
      worldY: Uint32Array.from(numbers, position),
    },
  }
}

test.each([0, 1, 14])('counts each of many rows on exactly one tile of zoom level %i', (z) => {
  const table = createTable()
  const index = createTileIndex(table)
  const bitmap = Uint8Array.from({ length: SIZE }, (_, row) => (row % 5 === 0 ? 0 : 1))
  const { worldX, worldY } = table.columns
  const onTiles = new Map<string, number[]>()
  for (let row = 0; row < SIZE; row++) {
    if (bitmap[row] === 0) continue
    const tile = [worldX[row]! >>> (30 - z), worldY[row]! >>> (30 - z)].join('/')
    onTiles.set(tile, [...(onTiles.get(tile) ?? []), row])
  }
  const crowded = [...onTiles].filter(([, rows]) => rows.length > MAX_LISTED)
  expect(crowded.length).toBeGreaterThan(0)
  for (const [tile, rows] of z < 14 ? onTiles : crowded) {
    const [x = 0, y = 0] = tile.split('/').map(Number)
    const cells = index.listCells({ z, x, y }, bitmap)
    expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
    for (const { x, y, count, members } of cells) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(Math.max(x, y)).toBeLessThan(4096)
      expect(members).toHaveLength(count > 4 ? 0 : count)
    }
    expect(Math.min(...cells.map(({ firstDay }) => firstDay))).toBe(rows[0])
  }
})

test('follows rows that move and go', () => {
  const table = createTable()
  const { worldX, worldY, flags } = table.columns
  const index = createTileIndex(table)
  const all = new Uint8Array(SIZE).fill(1)
  const tile = { z: 14, x: 16_000, y: 16_000 }
  expect(index.listCells(tile, all)).toEqual([])
  worldX[7] = worldY[7] = 16_000 * 2 ** 16 + 9
  worldX[8] = worldY[8] = 16_000 * 2 ** 16 + 99
  flags[8] = 0
  index.invalidate([7, 8])
  expect(index.listCells(tile, all)).toMatchObject([{ count: 1, members: [{ id: 8 }] }])
})
