import type { Expression, SqlBool } from 'kysely'
import type { Box } from '../../model/geometry/box.ts'
import type { Polygon } from '../../model/geometry/geometry.ts'
import {
  listCovered,
  MAX_DRAWN,
  MIN_AREA_ZOOM,
  minDrawnDegrees,
  type AreaBounds,
} from '../../model/tiles/areas.ts'
import { findVerdict } from '../../model/placement-verdict.ts'
import { findEdges, type Tile } from '../../model/tiles/tile.ts'
import type { DrawnArea } from '../../model/tiles/tile-layers.ts'
import { expressions, literal } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import { selectAreas, type AreaFilter } from '../lists/georeferences.ts'
import { matchAreaInBox } from '../lists/in-box.ts'
import { isDrawnAt, selectCenter, selectSides, SIDES } from '../lists/area-sides.ts'
import { selectMiddleDay } from '../images/middle-day.ts'
import type { PlacedRows } from './list-cells.ts'

/** Builds the query of the areas on a tile that are counted by their center. */
export async function countAreas(
  reads: Reads,
  tile: Tile,
  filter: AreaFilter,
): Promise<PlacedRows> {
  const { west, east, south, north } = findEdges(tile)
  const areas = (await selectBounded(reads, tile, filter)).as('area')
  const centered = reads
    .selectFrom(areas)
    .select(['area.id', 'area.confidence', 'area.day'])
    .select(['area.correct_count', 'area.incorrect_count'])
    .select(selectCenter())
    .select(literal<number | null>(null).as('direction'))
    .where((eb) => eb.not(isDrawnAt(tile.z)))
  return reads
    .selectFrom(centered.as('placed'))
    .where((eb) => eb.between('placed.longitude', west, east))
    .where((eb) => eb.between('placed.latitude', south, north))
}

/** Whether the bounding box of an area overlaps a box, like `overlaps`. */
function overlapsArea({ west, east, south, north }: AreaBounds): Expression<SqlBool> {
  return expressions.and([
    expressions(SIDES.west, '<=', east),
    expressions(SIDES.east, '>=', west),
    expressions(SIDES.south, '<=', north),
    expressions(SIDES.north, '>=', south),
  ])
}

/** Finds the areas on a tile that are drawn. */
export async function findDrawnAreas(
  reads: Reads,
  tile: Tile,
  filter: AreaFilter,
): Promise<DrawnArea[]> {
  if (tile.z < MIN_AREA_ZOOM) return []
  const rows = await reads
    .selectFrom((await selectBounded(reads, tile, filter)).as('area'))
    .innerJoin('from_above_georeference as drawn', 'drawn.id', 'area.id')
    .select(['area.id', 'area.confidence', 'area.day', 'drawn.polygon'])
    .select(['area.correct_count', 'area.incorrect_count'])
    .where(isDrawnAt(tile.z))
    .where((eb) => eb.or(listCovered(tile).map(overlapsArea)))
    .orderBy('area.id', 'desc')
    .limit(MAX_DRAWN)
    .execute()
  return rows.map(({ id, confidence, day, polygon, ...counts }) => ({
    id,
    confidence,
    verdict: findVerdict(counts),
    day: day ?? Number.NaN,
    polygon: JSON.parse(polygon) as Polygon,
  }))
}

/** Builds the query of the areas that match and may be on a tile, with the sides of their bounding boxes. */
async function selectBounded(reads: Reads, tile: Tile, filter: AreaFilter) {
  const areas = await selectAreas(reads, filter)
  const isNear =
    tile.z < MIN_AREA_ZOOM
      ? expressions.and([])
      : await matchAreaInBox(reads, { alias: 'georef', box: findNearBox(tile) })
  return areas
    .where(isNear)
    .innerJoin('from_above_georeference as made', 'made.id', 'georef.id')
    .select(['georef.id', 'georef.confidence'])
    .select(['georef.correct_count', 'georef.incorrect_count'])
    .select(selectMiddleDay('georef').as('day'))
    .select(selectSides('made'))
}

/** Finds a box that intersects all areas that are drawn on a tile, or counted on it. */
function findNearBox(tile: Tile): Box {
  // An area that is counted is smaller than this, but may not contain its center.
  const margin = minDrawnDegrees(tile.z)
  const covered = listCovered(tile)
  return {
    south: Math.min(...covered.map(({ south }) => south)) - margin,
    north: Math.max(...covered.map(({ north }) => north)) + margin,
    spans: covered.map(({ west, east }) => ({ west: west - margin, east: east + margin })),
  }
}
