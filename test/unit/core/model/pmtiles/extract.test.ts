import fc from 'fast-check'
import { tileIdToZxy } from 'pmtiles'
import { expect, test } from 'vitest'
import { parseBox } from '../../../../../src/core/model/geometry/box.ts'
import { listEntries, openArchive } from '../../../../../src/core/model/pmtiles/archive.ts'
import { encodeHead } from '../../../../../src/core/model/pmtiles/encode-head.ts'
import {
  groupSegments,
  planExtract,
  skipCopied,
} from '../../../../../src/core/model/pmtiles/extract.ts'
import { findTileIds } from '../../../../../src/core/model/pmtiles/tile-ids.ts'
import { createPmtilesArchive, openPmtiles, readFrom } from '../../../../support/pmtiles-file.ts'

const WORLD = { west: -180, south: -85, east: 180, north: 85 }

/** Extracts in memory, with the bytes of the segments in two parts, as if a download was resumed. */
async function extract(file: Buffer, text: string, maxZoom: number, resumedAt: number) {
  const archive = await openArchive('test.pmtiles', readFrom(file))
  const ids = findTileIds(parseBox(text), 0, maxZoom)
  const plan = planExtract(await listEntries(archive, ids))
  const copied = Math.floor(plan.bytes * resumedAt)
  const { tileDataOffset } = archive.header
  const copy = (segments: typeof plan.segments) =>
    segments.map(({ offset, length }) =>
      file.subarray(tileDataOffset + offset, tileDataOffset + offset + length),
    )
  const first = Buffer.concat(copy(plan.segments)).subarray(0, copied)
  const rest = groupSegments(skipCopied(plan.segments, copied), 100).flatMap(copy)
  const head = encodeHead(archive, plan, { bounds: WORLD, maxZoom })
  return Buffer.concat([head, first, ...rest])
}

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
const box = fc
  .tuple(degrees(179.9), degrees(85), degrees(179.9), degrees(85))
  .map(([west, one, east, other]) =>
    [west, Math.min(one, other), east, Math.max(one, other)]
      .map((edge) => edge.toFixed(5))
      .join(','),
  )

/** Some of the tiles down to zoom 5 with few different contents, so that there are runs and copies. */
const tiles = fc
  .uniqueArray(fc.integer({ min: 0, max: (4 ** 6 - 1) / 3 - 1 }), { minLength: 1, maxLength: 600 })
  .chain((ids) =>
    fc
      .array(fc.integer({ min: 0, max: 40 }), { minLength: ids.length, maxLength: ids.length })
      .map((contents) => {
        const sorted = ids.toSorted((one, other) => one - other)
        return new Map(
          sorted.map((id, index) => [id, Buffer.alloc(1 + contents[index]!, contents[index])]),
        )
      }),
  )

/** Whether a tile touches a box; computed in degrees, unlike in the program. */
function touches(id: number, text: string): boolean {
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number)
  const [z, x, y] = tileIdToZxy(id)
  const toLatitude = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI
  const [left, right] = [(x / 2 ** z) * 360 - 180, ((x + 1) / 2 ** z) * 360 - 180]
  const spans = west <= east ? [[west, east]] : [[west, 180], [-180, east]] // prettier-ignore
  const isBeside = spans.every(([from = 0, to = 0]) => left > to || right <= from)
  return !isBeside && toLatitude(y) >= south && toLatitude(y + 1) < north
}

test('an extract has exactly the tiles that touch the box, byte by byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      tiles,
      box,
      fc.record({
        maxZoom: fc.integer({ min: 0, max: 5 }),
        leafSize: fc.constantFrom(3, 50, Infinity),
        isCompressed: fc.boolean(),
        resumedAt: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      async (tiles, box, { maxZoom, leafSize, isCompressed, resumedAt }) => {
        const file = createPmtilesArchive({
          tiles,
          maxZoom: 5,
          tileType: 2,
          leafSize,
          isCompressed,
        })
        const reader = openPmtiles(await extract(file, box, maxZoom, resumedAt))
        const header = await reader.getHeader()
        expect(header).toMatchObject({ maxZoom, tileType: 2, clustered: true })
        let count = 0
        for (const [id, bytes] of tiles) {
          const [z, x, y] = tileIdToZxy(id)
          const found = z <= maxZoom ? await reader.getZxy(z, x, y) : undefined
          const isWanted = z <= maxZoom && touches(id, box)
          if (isWanted) count += 1
          expect(found && Buffer.from(found.data)).toEqual(isWanted ? bytes : undefined)
        }
        expect(header.numAddressedTiles).toBe(count)
      },
    ),
    { numRuns: 200, seed: 1 },
  )
})

test('an extract of many tiles has leaf directories, and its root in the first 16 KiB', async () => {
  const ids = Array.from({ length: (4 ** 9 - 1) / 3 }, (_, id) => id)
  const tiles = new Map(ids.map((id) => [id, Buffer.alloc(1 + (id % 7), (id * 2654435761) >>> 24)]))
  const file = createPmtilesArchive({ tiles, maxZoom: 8, tileType: 2, leafSize: 5000 })
  const reader = openPmtiles(await extract(file, '-180,-85,180,85', 8, 0))
  const header = await reader.getHeader()
  expect(header.leafDirectoryLength).toBeGreaterThan(0)
  expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384)
  for (const id of [0, 5, 4000, 50_000, 87_380]) {
    const found = await reader.getZxy(...tileIdToZxy(id))
    expect(Buffer.from(found!.data)).toEqual(tiles.get(id))
  }
})
