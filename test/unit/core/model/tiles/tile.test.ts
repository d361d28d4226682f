import { expect, test } from 'vitest'
import { findEdges, parseTile } from '../../../../../src/core/model/tiles/tile.ts'
import { toWorldX, toWorldY } from '../../../../../src/core/model/tiles/world.ts'
import { toZOrder, zOrderRange } from '../../../../../src/core/model/tiles/z-order.ts'
import { numbersFrom } from '../../../../support/seeded-numbers.ts'

const below = numbersFrom(5)

function randomTile() {
  const z = below(15)
  return { z, x: below(2 ** z), y: below(2 ** z) }
}

test.each([
  '15/0/0',
  '3/8/0',
  '3/0/8',
  '-1/0/0',
  '1.5/0/0',
  'a/0/0',
  '/0/0',
  '1/1e0/0',
  '99999/0/0',
])('finds no tile %s', (address) => {
  const [z = '', x = '', y = ''] = address.split('/')
  expect(parseTile(z, x, y)).toBeUndefined()
})

test('accepts the last tile of each zoom level', () => {
  expect(parseTile('0', '0', '0')).toEqual({ z: 0, x: 0, y: 0 })
  expect(parseTile('14', '16383', '16383')).toEqual({ z: 14, x: 16_383, y: 16_383 })
})

test('puts the outermost degrees of a tile on it, and the next ones beside it', () => {
  for (let run = 0; run < 200; run++) {
    const tile = randomTile()
    const { west, east, south, north } = findEdges(tile)
    const shift = 30 - tile.z
    expect([toWorldX(west) >>> shift, toWorldX(east) >>> shift]).toEqual([tile.x, tile.x])
    expect([toWorldY(north) >>> shift, toWorldY(south) >>> shift]).toEqual([tile.y, tile.y])
    if (tile.x > 0) expect(findEdges({ ...tile, x: tile.x - 1 }).east).toBeLessThan(west)
    if (tile.y > 0) expect(findEdges({ ...tile, y: tile.y - 1 }).south).toBeGreaterThan(north)
    const neighbor = { ...tile, x: (tile.x + 1) % 2 ** tile.z }
    if (tile.x < neighbor.x) expect(toWorldX(findEdges(neighbor).west) >>> shift).toBe(neighbor.x)
  }
})

test('keeps the poles and the antimeridian in the outermost tiles', () => {
  expect(findEdges({ z: 2, x: 0, y: 0 })).toMatchObject({ west: -180, north: 90 })
  expect(findEdges({ z: 2, x: 3, y: 3 })).toMatchObject({ east: 180, south: -90 })
  expect([toWorldX(-180), toWorldX(180), toWorldY(90), toWorldY(-90)]).toEqual([
    0,
    2 ** 30 - 1,
    0,
    2 ** 30 - 1,
  ])
})

test('orders positions so that exactly those of a tile are in its range', () => {
  for (let run = 0; run < 300; run++) {
    const tile = randomTile()
    const [first, end] = zOrderRange(tile)
    const [x, y] = [below(2 ** 30), below(2 ** 30)]
    const shift = 30 - tile.z
    const inside = toZOrder(
      (tile.x * 2 ** shift + (x >>> tile.z)) >>> 0,
      (tile.y * 2 ** shift + (y >>> tile.z)) >>> 0,
    )
    expect(inside >= first && inside < end).toBe(true)
    const code = toZOrder(x, y)
    expect(code >= first && code < end).toBe(x >>> shift === tile.x && y >>> shift === tile.y)
  }
})
