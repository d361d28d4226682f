import { MAX_LISTED } from '../../model/tiles/cells.ts'
import { encodeContent } from '../../model/tiles/tile-layers.ts'
import { findEdges, type Tile } from '../../model/tiles/tile.ts'
import { column, expressions } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import { selectPoints, type PointFilter } from '../lists/georeferences.ts'
import { matchPointInBox } from '../lists/in-box.ts'
import { selectMiddleDay } from '../images/middle-day.ts'
import { countAreas, findDrawnAreas } from './areas-on-tile.ts'
import { listCells, type PlacedRows } from './list-cells.ts'
import type { TileQuery } from './tile-query.ts'

/** Cuts a tile in the database. The memory that it takes is bounded; the time grows with the points on the tile. */
export async function cutTile(
  reads: Reads,
  query: TileQuery,
  maxListed = MAX_LISTED,
): Promise<Uint8Array> {
  const { tile } = query
  const points = await placePoints(reads, tile, query.points)
  const areas = query.areas && (await countAreas(reads, tile, query.areas))
  return encodeContent(tile, {
    points: await listCells(tile, points, maxListed),
    countedAreas: areas ? await listCells(tile, areas, maxListed) : [],
    drawnAreas: query.areas ? await findDrawnAreas(reads, tile, query.areas) : [],
  })
}

/** Builds the query of the points on a tile. */
async function placePoints(reads: Reads, tile: Tile, filter: PointFilter): Promise<PlacedRows> {
  const { south, north, ...span } = findEdges(tile)
  const points = await selectPoints(reads, filter)
  const isOnTile =
    tile.z === 0
      ? expressions.and([])
      : await matchPointInBox(reads, { alias: 'georef', box: { south, north, spans: [span] } })
  return reads.selectFrom(
    points
      .where(isOnTile)
      .select(['georef.id', 'georef.confidence'])
      .select(['georef.correct_count', 'georef.incorrect_count'])
      .select(column<number>('georef.longitude').as('longitude'))
      .select(column<number>('georef.latitude').as('latitude'))
      .select(column<number | null>('georef.direction').as('direction'))
      .select(selectMiddleDay('georef').as('day'))
      .as('placed'),
  )
}
