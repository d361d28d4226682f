import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTiles } from '../../../../src/core/iiif/pyramid.ts'
import {
  TILE_FILE_HEADER_BYTES,
  buildTileIndex,
  computeTileIndexEnd,
  findTileEntry,
  parseTileFileHeader,
} from '../../../../src/core/iiif/tile-file.ts'
import { anySide } from './arbitraries.ts'

const IMAGE = { width: 1025, height: 700 }

/** Entries for tiles of one byte each. */
function tinyTiles(image: { width: number; height: number }) {
  const start = computeTileIndexEnd(image)
  return Array.from({ length: countTiles(image) }, (_, n) => ({ offset: start + n, length: 1 }))
}

test('every entry is read as it was written, at its own place', () => {
  fc.assert(
    fc.property(anySide(9000), anySide(9000), (width, height) => {
      const image = { width, height }
      const entries = tinyTiles(image)
      const bytes = buildTileIndex(image, entries)
      expect(bytes).toHaveLength(computeTileIndexEnd(image))
      expect(parseTileFileHeader(bytes)).toEqual(image)
      const file = { image, index: bytes, fileBytes: bytes.length + entries.length }
      for (const [position, entry] of entries.entries())
        expect(findTileEntry(file, position)).toEqual(entry)
    }),
    { numRuns: 30 },
  )
})

test('a tile may lie beyond the first 4 GiB', () => {
  const far = { offset: 2 ** 33 + 5, length: 2 ** 22 }
  const entries = tinyTiles(IMAGE).with(8, far)
  const index = buildTileIndex(IMAGE, entries)
  const file = { image: IMAGE, index, fileBytes: far.offset + far.length }
  expect(findTileEntry(file, 8)).toEqual(far)
})

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['nothing', () => Buffer.alloc(0)],
  ['a part of a header', (bytes) => bytes.subarray(0, TILE_FILE_HEADER_BYTES - 1)],
  ['another type of file', (bytes) => bytes.fill(0x50, 0, 1)],
  ['a later version', (bytes) => bytes.fill(2, 7, 8)],
  ['another size', (bytes) => bytes.fill(9, 9, 10)],
  ['an empty image', (bytes) => bytes.fill(0, 8, 16)],
  ['the largest numbers', (bytes) => bytes.fill(0xff, 8, 24)],
  ['another tile side', (bytes) => bytes.fill(1, 17, 18)],
  ['another number of tiles', (bytes) => bytes.fill(8, 20, 21)],
])('rejects the header of %s', (_, change) => {
  const bytes = change(buildTileIndex(IMAGE, tinyTiles(IMAGE)))
  expect(() => parseTileFileHeader(bytes)).toThrow('The file of tiles is damaged')
})

test.each([
  ['is empty', computeTileIndexEnd(IMAGE), 0],
  ['lies in the index', computeTileIndexEnd(IMAGE) - 1, 1],
  ['is longer than any tile', 200, 2 ** 22 + 1],
  ['ends behind the file', 2 ** 23 - 10, 11],
  ['starts behind the file', 2 ** 52, 1],
])('rejects an entry that %s', (_, offset, length) => {
  const index = buildTileIndex(IMAGE, tinyTiles(IMAGE).with(0, { offset, length }))
  const find = () => findTileEntry({ image: IMAGE, index, fileBytes: 2 ** 23 }, 0)
  expect(find).toThrow('The file of tiles is damaged: its index is invalid.')
})

test('rejects an index that ends inside an entry', () => {
  const index = buildTileIndex(IMAGE, tinyTiles(IMAGE)).subarray(0, -1)
  const file = { image: IMAGE, index, fileBytes: 1000 }
  expect(findTileEntry(file, 7)).toMatchObject({ length: 1 })
  expect(() => findTileEntry(file, 8)).toThrow('its index is incomplete')
})

test('an index needs one entry per tile', () => {
  expect(() => buildTileIndex(IMAGE, tinyTiles(IMAGE).slice(1))).toThrow('8 tiles instead of 9')
})
