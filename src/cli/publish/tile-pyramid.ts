import type { Polygon } from '../../core/model/geometry/geometry.ts'
import { PLACEMENT_VERDICTS } from '../../core/model/placement-verdict.ts'
import { firstIdOf, placeOnCurve, tileAtPlace } from '../../core/model/pmtiles/tile-ids.ts'
import { MAX_DRAWN, MIN_AREA_ZOOM, minDrawnDegrees } from '../../core/model/tiles/areas.ts'
import { groupByCell, MAX_LISTED, type Cell, type Placed } from '../../core/model/tiles/cells.ts'
import { BUFFER } from '../../core/model/tiles/clip-ring.ts'
import { encodeContent, type DrawnArea } from '../../core/model/tiles/tile-layers.ts'
import { MAX_ZOOM, toTileUnits, type Tile } from '../../core/model/tiles/tile.ts'
import { toWorldY, WORLD_BITS } from '../../core/model/tiles/world.ts'
import { EXTENT } from '../../core/model/mvt/encode-tile.ts'
import { getMiddleDay } from '../../core/resident/columns/middle-day.ts'
import { sortRowsBy } from '../../core/resident/columns/radix-sort.ts'
import { countCells } from '../../core/resident/lists/count-cells.ts'
import type { AreaRows, PlacedColumns, Placements } from './placements.ts'

/** Areas on more tiles of the highest zoom level are points: outlines of continents would need millions of tiles. */
const MAX_AREA_TILES = 1024

export interface PyramidSource extends Pick<Placements, 'points' | 'areas'> {
  /** Reads the polygons of areas, in the order of their ids. */
  readPolygons: (ids: readonly number[]) => Promise<Polygon[]>
}

/** A tile that is not empty, with its id in PMTiles. */
export interface PyramidTile {
  id: number
  bytes: Uint8Array
}

/** Draws all tiles with placements, by ascending id: the same that the server draws. */
export async function* drawPyramid(source: PyramidSource): AsyncGenerator<PyramidTile> {
  const points = sortByPlace(source.points.columns, selectRows(source.points.size))
  const small = findSmallAreas(source.areas)
  for (let z = 0; z <= MAX_ZOOM; z += 1) {
    const isDrawn = createIsDrawn(source.areas, small, z)
    const rows = selectRows(source.areas.size)
    const counted = sortByPlace(
      source.areas.columns,
      rows.filter((row) => !isDrawn(row)),
    )
    const drawn = listDrawn(source.areas.columns, rows.filter(isDrawn), z)
    yield* drawLevel(z, source, { points, counted, drawn })
  }
}

interface Level {
  /** Rows by their place on the curve through the highest zoom level. */
  points: Uint32Array
  /** Those of areas that are counted by their center. */
  counted: Uint32Array
  drawn: DrawnRows
}

/** Rows of areas by the place of the tile on which they are drawn. */
interface DrawnRows {
  places: Uint32Array
  rows: Uint32Array
}

async function* drawLevel(
  z: number,
  { points, areas, readPolygons }: PyramidSource,
  level: Level,
): AsyncGenerator<PyramidTile> {
  const shift = 2 * (MAX_ZOOM - z)
  const onPoints = createRuns(level.points, (row) => (points.columns.place[row] ?? 0) >>> shift)
  const onCounted = createRuns(level.counted, (row) => (areas.columns.place[row] ?? 0) >>> shift)
  const order = selectRows(level.drawn.places.length)
  const onDrawn = createRuns(order, (index) => level.drawn.places[index] ?? 0)
  for (;;) {
    const place = Math.min(onPoints.next(), onCounted.next(), onDrawn.next())
    if (place === Infinity) return
    const tile = tileAtPlace(z, place)
    const drawn = Array.from(onDrawn.take(place), (index) => level.drawn.rows[index] ?? 0)
    const bytes = encodeContent(tile, {
      points: listCells(tile, points.columns, onPoints.take(place)),
      countedAreas: listCells(tile, areas.columns, onCounted.take(place)),
      drawnAreas: await readDrawn(areas.columns, drawn, readPolygons),
    })
    // The outline of an area may miss a tile that its box touches.
    if (bytes.length > 0) yield { id: firstIdOf(z) + place, bytes }
  }
}

/** Walks through sorted rows, tile by tile. */
function createRuns(rows: Uint32Array, placeOf: (row: number) => number) {
  let at = 0
  const next = (): number => (at < rows.length ? placeOf(rows[at] ?? 0) : Infinity)
  return {
    /** Place of the next tile; Infinity at the end. */
    next,
    /** Takes the rows of the next tile, if it is this one. */
    take(place: number): Uint32Array {
      const start = at
      while (next() === place) at += 1
      return rows.subarray(start, at)
    },
  }
}

function selectRows(size: number): Uint32Array {
  return Uint32Array.from({ length: size }, (_, row) => row)
}

function sortByPlace({ place }: PlacedColumns, rows: Uint32Array): Uint32Array {
  return sortRowsBy(rows, (row) => place[row] ?? 0)
}

function listCells(tile: Tile, columns: PlacedColumns, rows: Uint32Array): Cell[] {
  const place = (row: number): Placed => placeOnTile(tile, columns, row)
  if (rows.length <= MAX_LISTED) return groupByCell(tile.z, Array.from(rows, place))
  return countCells(tile, { columns }, { rows, bitmap: null, place })
}

function placeOnTile(tile: Tile, columns: PlacedColumns, row: number): Placed {
  const [x, y] = toTileUnits(tile, columns.worldX[row] ?? 0, columns.worldY[row] ?? 0)
  return {
    ...describeRow(columns, row),
    x: Math.floor(x),
    y: Math.floor(y),
    direction: columns.direction?.[row] ?? Number.NaN,
  }
}

function describeRow(columns: PlacedColumns, row: number): Omit<DrawnArea, 'polygon'> {
  return {
    id: columns.id[row] ?? 0,
    day: getMiddleDay(columns, row),
    confidence: columns.confidence[row] ?? 0,
    verdict: PLACEMENT_VERDICTS[columns.verdict[row] ?? 0] ?? 'unchecked',
  }
}

/** Reads the newest areas of a tile. */
async function readDrawn(
  columns: PlacedColumns,
  rows: readonly number[],
  readPolygons: PyramidSource['readPolygons'],
): Promise<DrawnArea[]> {
  if (rows.length === 0) return []
  const described = rows
    .map((row) => describeRow(columns, row))
    .toSorted((one, other) => other.id - one.id)
    .slice(0, MAX_DRAWN)
  const polygons = await readPolygons(described.map(({ id }) => id))
  return polygons.map((polygon, index) => ({ ...described[index], polygon }) as DrawnArea)
}

/** Returns a flag for each row: whether it is on few enough tiles of the highest zoom level. */
function findSmallAreas({ columns, size }: AreaRows): Uint8Array {
  return Uint8Array.from({ length: size }, (_, row) => {
    const { left, right, top, bottom } = findTiles(columns, row, MAX_ZOOM)
    return Number((right - left + 1) * (bottom - top + 1) <= MAX_AREA_TILES)
  })
}

function createIsDrawn(
  { columns: { west, east, south, north } }: AreaRows,
  small: Uint8Array,
  z: number,
): (row: number) => boolean {
  const least = minDrawnDegrees(z)
  return (row) =>
    small[row] === 1 &&
    ((east[row] ?? 0) - (west[row] ?? 0) >= least || (north[row] ?? 0) - (south[row] ?? 0) >= least)
}

function listDrawn(columns: AreaRows['columns'], rows: Uint32Array, z: number): DrawnRows {
  if (z < MIN_AREA_ZOOM) return { places: new Uint32Array(), rows: new Uint32Array() }
  const places: number[] = []
  const areas: number[] = []
  for (const row of rows) {
    const { left, right, top, bottom } = findTiles(columns, row, z)
    for (let column = left; column <= right; column += 1)
      for (let y = top; y <= bottom; y += 1) {
        places.push(placeOnCurve({ z, x: wrapColumn(column, z), y }))
        areas.push(row)
      }
  }
  const order = sortRowsBy(selectRows(places.length), (index) => places[index] ?? 0)
  return {
    places: order.map((index) => places[index] ?? 0),
    rows: order.map((index) => areas[index] ?? 0),
  }
}

/** Columns of areas across the antimeridian are below 0, or beyond the last one. */
function wrapColumn(column: number, z: number): number {
  return ((column % 2 ** z) + 2 ** z) % 2 ** z
}

/** Finds the tiles that the box of an area touches, with the margin around each tile. */
function findTiles({ west, east, south, north }: AreaRows['columns'], row: number, z: number) {
  const degrees = 360 / 2 ** z
  const margin = (degrees * BUFFER) / EXTENT
  const toColumn = (longitude: number): number => Math.floor((longitude + 180) / degrees)
  // A degree of latitude is never shorter in Web Mercator than one of longitude.
  const toRow = (latitude: number): number =>
    Math.floor(toWorldY(Math.max(-90, Math.min(90, latitude))) / 2 ** (WORLD_BITS - z))
  const left = toColumn((west[row] ?? 0) - margin)
  return {
    left,
    right: Math.min(left + 2 ** z - 1, toColumn((east[row] ?? 0) + margin)),
    top: toRow((north[row] ?? 0) + margin),
    bottom: toRow((south[row] ?? 0) - margin),
  }
}
