import { expect, test } from 'vitest'
import { MAX_LISTED } from '../../../../../src/core/model/tiles/cells.ts'
import { encodeContent } from '../../../../../src/core/model/tiles/tile-layers.ts'
import { decodeTile } from '../../../../support/decode-tile.ts'

/** Of the highest zoom level, south-east of the position 0, 0, and 360 / 2¹⁴ degrees wide. */
const TILE = { z: 14, x: 8192, y: 8192 }

test('names the box of a cell only on a crowded tile', () => {
  const clusterOf = (count: number) => {
    const cell = { count, x: 200, y: 100, firstDay: Infinity, lastDay: -Infinity, members: [] }
    const [cluster] = decodeTile(
      encodeContent(TILE, { points: [cell], countedAreas: [], drawnAreas: [] }),
    )
    return cluster!.properties
  }
  expect(clusterOf(MAX_LISTED)).toEqual({ count: MAX_LISTED })
  const { count, bounds } = clusterOf(MAX_LISTED + 1)
  expect(count).toBe(MAX_LISTED + 1)
  // The second of 32 columns.
  const [west, south, east, north] = String(bounds).split(',').map(Number)
  expect(west).toBeCloseTo(360 / 2 ** 19, 6)
  expect(east).toBeCloseTo((2 * 360) / 2 ** 19, 6)
  expect([south! < north!, north]).toEqual([true, 0])
})
