import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTiles } from '../../../../src/core/iiif/pyramid.ts'
import {
  TILE_ENTRY_BYTES,
  TILE_FILE_HEADER_BYTES,
  buildTileIndex,
  computeTileIndexEnd,
  locateTileEntry,
  parseTileEntry,
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
      for (const [index, entry] of entries.entries()) {
        const at = locateTileEntry(index)
        const read = bytes.subarray(at, at + TILE_ENTRY_BYTES)
        expect(parseTileEntry(read, image, bytes.length + entries.length)).toEqual(entry)
      }
    }),
    { numRuns: 30 },
  )
})

test('a tile may lie beyond the first 4 GiB', () => {
  const far = { offset: 2 ** 33 + 5, length: 2 ** 22 }
  const entries = tinyTiles(IMAGE).with(8, far)
  const bytes = buildTileIndex(IMAGE, entries)
  const read = bytes.subarray(-TILE_ENTRY_BYTES)
  expect(parseTileEntry(read, IMAGE, far.offset + far.length)).toEqual(far)
})

test.each<[string, (bytes: Buffer) => Uint8Array]>([
  ['nothing', () => new Uint8Array()],
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
  ['is incomplete', TILE_ENTRY_BYTES - 1, computeTileIndexEnd(IMAGE), 1],
  ['is empty', TILE_ENTRY_BYTES, computeTileIndexEnd(IMAGE), 0],
  ['lies in the index', TILE_ENTRY_BYTES, computeTileIndexEnd(IMAGE) - 1, 1],
  ['is longer than any tile', TILE_ENTRY_BYTES, 200, 2 ** 22 + 1],
  ['ends behind the file', TILE_ENTRY_BYTES, 990, 11],
  ['starts behind the file', TILE_ENTRY_BYTES, 2 ** 52, 1],
])('rejects an entry that %s', (_, bytes, offset, length) => {
  const index = buildTileIndex(IMAGE, tinyTiles(IMAGE).with(0, { offset, length }))
  const at = locateTileEntry(0)
  const entry = index.subarray(at, at + bytes)
  expect(() => parseTileEntry(entry, IMAGE, 1000)).toThrow('The file of tiles is damaged')
})

test('an index needs one entry per tile', () => {
  expect(() => buildTileIndex(IMAGE, tinyTiles(IMAGE).slice(1))).toThrow('8 tiles instead of 9')
})
