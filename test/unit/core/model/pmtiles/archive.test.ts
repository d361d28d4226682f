import { expect, test } from 'vitest'
import { parseBox } from '../../../../../src/core/model/geometry/box.ts'
import { openArchive } from '../../../../../src/core/model/pmtiles/archive.ts'
import { findTileIds } from '../../../../../src/core/model/pmtiles/tile-ids.ts'
import { createPmtilesArchive, readFrom } from '../../../../support/pmtiles-file.ts'

test('the tiles of the whole world at 15 zoom levels are few ranges', () => {
  expect(findTileIds(parseBox('-180,-90,180,90'), 0, 15)).toEqual([
    { first: 0, end: (4 ** 16 - 1) / 3 },
  ])
})

test.each([
  ['a text', Buffer.from('<!doctype html>'), 'is not a PMTiles archive'],
  ['version 2', Buffer.concat([Buffer.from('PM\u0002\0'), Buffer.alloc(600)]), 'another version'],
  ['a cut file', archiveOf({}).subarray(0, 128), 'is damaged: it is cut off'],
  ['elevations', archiveOf({ tileType: 9 }), 'neither vectors (MVT) nor pictures'],
  ['other layers', archiveOf({ tileType: 1, layers: ['sensors'] }), 'only: sensors'],
])('refuses %s', async (_name, file, problem) => {
  await expect(openArchive('x.pmtiles', readFrom(file))).rejects.toThrow(problem)
})

function archiveOf({ tileType = 2, layers }: { tileType?: number; layers?: string[] }): Buffer {
  return createPmtilesArchive({
    tiles: new Map([[0, Buffer.from('tile')]]),
    maxZoom: 0,
    tileType,
    metadata: { vector_layers: layers?.map((id) => ({ id })) },
  })
}
