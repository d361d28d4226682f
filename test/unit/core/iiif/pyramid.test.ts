import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countTiles,
  findTileIndex,
  generateTiles,
  listScaleFactors,
  listSizes,
} from '../../../../src/core/iiif/pyramid.ts'
import { findStoredTile } from '../../../../src/core/iiif/stored-tile.ts'
import { anyImage, anySide } from './arbitraries.ts'
import { plan, withLimits } from './plan.ts'
import type { FullImage } from '../../../../src/core/iiif/full-image.ts'
import { buildInfo3 } from '../../../../src/core/iiif/info-document.ts'
import { computeTiles } from '../../../support/iiif-viewer.ts'

test.each([
  [1, 1, [1], 1],
  [512, 512, [1], 1],
  [513, 512, [1, 2], 3],
  [513, 513, [1, 2], 5],
  [1025, 700, [1, 2, 4], 6 + 2 + 1],
  [2049, 511, [1, 2, 4, 8], 5 + 3 + 2 + 1],
  [9999, 17, [1, 2, 4, 8, 16, 32], 20 + 10 + 5 + 3 + 2 + 1],
  [6000, 4000, [1, 2, 4, 8, 16], 96 + 24 + 6 + 2 + 1],
])('%i × %i pixels have the scale factors %j and %i tiles', (width, height, factors, count) => {
  expect(listScaleFactors({ width, height })).toEqual(factors)
  expect(countTiles({ width, height })).toBe(count)
})

test('lists the sizes of the whole image within the limits, the smallest one first', () => {
  expect(listSizes(withLimits({ width: 1025, height: 701 }))).toEqual([
    { width: 257, height: 176 },
    { width: 513, height: 351 },
    { width: 1025, height: 701 },
  ])
  expect(listSizes(withLimits({ width: 40_000, height: 300 })).at(-1)).toEqual({
    width: 10_000,
    height: 75,
  })
})

test('places the tiles level by level and row by row', () => {
  const tiles = [...generateTiles({ width: 600, height: 1100 })]
  const places = tiles.map(({ region: { x, y }, size }) => [x, y, size.width, size.height])
  expect(places).toEqual([
    [0, 0, 512, 512],
    [512, 0, 88, 512],
    [0, 512, 512, 512],
    [512, 512, 88, 512],
    [0, 1024, 512, 76],
    [512, 1024, 88, 76],
    [0, 0, 300, 512],
    [0, 1024, 300, 38],
    [0, 0, 150, 275],
  ])
})

const IMAGE = withLimits({ width: 1025, height: 1300 })

test.each([
  ['0,0,512,512/512,512/0/default.jpg', 0],
  ['0,0,512,512/max/0/color.jpg', 0],
  ['0,0,512,512/pct:100/360/default.jpg', 0],
  ['1024,0,512,512/1,512/0/default.jpg', 2],
  ['0,512,512,512/,512/0/default.jpg', 3],
  ['0,0,1024,1024/512,512/0/default.jpg', 9],
  ['0,0,1024,1024/!512,512/0/default.jpg', 9],
  ['full/257,325/0/default.jpg', 13],
  ['pct:0,0,100,100/257,/0/default.jpg', 13],
])('%s is the stored tile %i', (path, index) => {
  expect(findStoredTile(IMAGE, plan(3, path, IMAGE))).toBe(index)
})

test.each([
  '0,0,512,512/512,512/90/default.jpg',
  '0,0,512,512/512,512/!0/default.jpg',
  '0,0,512,512/512,512/0/gray.jpg',
  '0,0,512,512/512,512/0/default.png',
  '0,0,512,512/512,511/0/default.jpg',
  '0,0,512,511/512,511/0/default.jpg',
  '1,0,512,512/512,512/0/default.jpg',
  '0,0,1024,1024/256,256/0/default.jpg',
  '512,0,512,1024/256,512/0/default.jpg',
  'full/max/0/default.jpg',
  'full/513,650/0/default.jpg',
  'full/257,324/0/default.jpg',
])('%s is no stored tile', (path) => {
  expect(findStoredTile(IMAGE, plan(3, path, IMAGE))).toBeUndefined()
})

test('finds a tile that two levels share at its first position', () => {
  const image = withLimits({ width: 1025, height: 1025 })
  const corner = plan(3, '1024,1024,1,1/1,1/0/default.jpg', image)
  const shared = [...generateTiles(image)].flatMap(({ region, size }, index) =>
    region.x === 1024 && region.y === 1024 && size.width === 1 ? [index] : [],
  )
  expect(shared).toEqual([8, 12])
  expect(findStoredTile(image, corner)).toBe(8)
})

test('a small image is one tile, also under its canonical address', () => {
  const image = withLimits({ width: 40, height: 30 })
  expect(findStoredTile(image, plan(3, 'full/max/0/default.jpg', image))).toBe(0)
  expect(findStoredTile(image, plan(2, 'full/full/0/default.jpg', image))).toBe(0)
})

function describe(image: FullImage) {
  return buildInfo3({ id: 'https://example.org/1', image, license: null })
}

const anyTiledImage = fc
  .record({ width: anySide(9000), height: anySide(9000) })
  .map((size) => withLimits(size))

test('every tile that a viewer computes is stored, with exactly the expected size', () => {
  fc.assert(
    fc.property(anyTiledImage, (image) => {
      const tiles = [...generateTiles(image)]
      const requests = [...computeTiles(describe(image))]
      expect(requests).toHaveLength(tiles.length)
      expect(countTiles(image)).toBe(tiles.length)
      for (const [index, { region, width, height }] of requests.entries()) {
        const result = plan(3, `${region}/${width},${height}/0/default.jpg`, image)
        expect(result.size).toEqual({ width, height })
        expect(result).toMatchObject(tiles[index]!)
        expectSameTile(tiles, findStoredTile(image, result), index)
      }
    }),
  )
})

/** Two levels of a thin image may share a tile of the same region and size. The first one is found. */
function expectSameTile(tiles: unknown[], found: number | undefined, index: number): void {
  expect(found).toBeLessThanOrEqual(index)
  expect(tiles[found!]).toEqual(tiles[index])
}

test('viewers of version 2 get the expected height although they request only a width', () => {
  fc.assert(
    fc.property(anyTiledImage, (image) => {
      for (const { region, width, height } of computeTiles(describe(image))) {
        // A width of one pixel may belong to several levels.
        if (width === 1) continue
        const { size } = plan(2, `${region}/${width},/0/default.jpg`, image)
        expect(size).toEqual({ width, height })
      }
    }),
  )
})

test('every size of info.json is a valid request with exactly that size', () => {
  fc.assert(
    fc.property(anyImage(), (image) => {
      for (const { width, height } of listSizes(image)) {
        const path = `full/${width},${height}/0/default.jpg`
        for (const version of [2, 3] as const)
          expect(plan(version, path, image).size).toEqual({ width, height })
      }
    }),
  )
})

test('finds the tiles of huge images without listing them', () => {
  fc.assert(
    fc.property(anyImage(), fc.nat(), fc.nat(), (image, first, second) => {
      const factors = listScaleFactors(image)
      const step = 512 * factors[first % factors.length]!
      const x = step * (second % Math.ceil(image.width / step))
      const width = Math.min(step, image.width - x)
      const height = Math.min(step, image.height)
      const size = {
        width: Math.ceil(width * (512 / step)),
        height: Math.ceil(height * (512 / step)),
      }
      const index = findTileIndex(image, { region: { x, y: 0, width, height }, size })
      expect(index).toBeLessThan(countTiles(image))
    }),
  )
})
