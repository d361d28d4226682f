import type { Polygon } from '../../core/model/geometry/geometry.ts'
import { PLACEMENT_VERDICTS } from '../../core/model/placement-verdict.ts'
import { firstIdOf, placeOnCurve, tileAtPlace } from '../../core/model/pmtiles/tile-ids.ts'
import { MAX_DRAWN, minDrawnDegrees } from '../../core/model/tiles/areas.ts'
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
    yield* drawLevel(z, source, { points, counted, drawn: rows.filter(isDrawn) })
  }
}

interface Level {
  /** Rows by their place on the curve through the highest zoom level. */
  points: Uint32Array
  /** Those of areas that are counted by their center. */
  counted: Uint32Array
  drawn: Uint32Array
}

async function* drawLevel(
  z: number,
  { points, areas, readPolygons }: PyramidSource,
  level: Level,
): AsyncGenerator<PyramidTile> {
  const shift = 2 * (MAX_ZOOM - z)
  const onPoints = createRuns(level.points, (row) => (points.columns.place[row] ?? 0) >>> shift)
  const onCounted = createRuns(level.counted, (row) => (areas.columns.place[row] ?? 0) >>> shift)
  const onDrawn = createDrawnRuns(areas.columns, level.drawn, z)
  for (;;) {
    const place = Math.min(onPoints.next(), onCounted.next(), onDrawn.next())
    if (place === Infinity) return
    const tile = tileAtPlace(z, place)
    const bytes = encodeContent(tile, {
      points: listCells(tile, points.columns, onPoints.take(place)),
      countedAreas: listCells(tile, areas.columns, onCounted.take(place)),
      drawnAreas: await readDrawn(areas.columns, onDrawn.take(place), readPolygons),
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

/** Reads the areas of a tile. */
async function readDrawn(
  columns: PlacedColumns,
  rows: readonly number[],
  readPolygons: PyramidSource['readPolygons'],
): Promise<DrawnArea[]> {
  if (rows.length === 0) return []
  const described = rows.map((row) => describeRow(columns, row))
  const polygons = await readPolygons(described.map(({ id }) => id))
  return polygons.map((polygon, index) => ({ ...described[index], polygon }) as DrawnArea)
}

/** Returns a flag for each row: whether it is on few enough tiles of the highest zoom level. */
function findSmallAreas({ columns, size }: AreaRows): Uint8Array {
  return Uint8Array.from({ length: size }, (_, row) => {
    return Number(countTiles(findTiles(columns, row, MAX_ZOOM)) <= MAX_AREA_TILES)
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

/** Zoom levels between a block and its tiles. */
const BLOCK_LEVELS = 5

/** A tile, and the newest areas that are drawn on it, the newest one first. */
interface DrawnTile {
  place: number
  rows: number[]
}

/** Walks through the tiles on which areas are drawn. Only those of one block are in memory: an area may be on a thousand tiles. */
function createDrawnRuns(columns: AreaRows['columns'], drawn: Uint32Array, z: number) {
  const blockZ = Math.max(0, z - BLOCK_LEVELS)
  const { places, rows } = listTouched(columns, drawn, blockZ)
  const blocks = createRuns(selectRows(rows.length), (index) => places[index] ?? 0)
  // The next one is at the end.
  let tiles: DrawnTile[] = []
  const peek = (): DrawnTile | undefined => {
    while (tiles.length === 0 && blocks.next() !== Infinity) {
      const block = tileAtPlace(blockZ, blocks.next())
      const touching = Array.from(blocks.take(blocks.next()), (index) => rows[index] ?? 0)
      tiles = listDrawn(columns, touching, { block, z }).reverse()
    }
    return tiles.at(-1)
  }
  return {
    /** Place of the next tile; Infinity at the end. */
    next: (): number => peek()?.place ?? Infinity,
    /** Takes the rows of the next tile, if it is this one. */
    take: (place: number): number[] => (peek()?.place === place ? (tiles.pop()?.rows ?? []) : []),
  }
}

/** Lists the tiles that the boxes of areas touch, by place. */
function listTouched(columns: AreaRows['columns'], areas: Uint32Array, z: number) {
  const count = areas.reduce((sum, row) => sum + countTiles(findTiles(columns, row, z)), 0)
  const places = new Uint32Array(count)
  const rows = new Uint32Array(count)
  let size = 0
  for (const row of areas) {
    const { left, right, top, bottom } = findTiles(columns, row, z)
    for (let column = left; column <= right; column += 1)
      for (let y = top; y <= bottom; y += 1) {
        places[size] = placeOnCurve({ z, x: wrapColumn(column, z), y })
        rows[size++] = row
      }
  }
  const order = sortRowsBy(selectRows(count), (index) => places[index] ?? 0)
  return {
    places: order.map((index) => places[index] ?? 0),
    rows: order.map((index) => rows[index] ?? 0),
  }
}

/** Lists the tiles of a block on which areas are drawn, by place. */
function listDrawn(
  columns: AreaRows['columns'],
  areas: readonly number[],
  { block, z }: { block: Tile; z: number },
): DrawnTile[] {
  const shift = z - block.z
  const firstY = block.y << shift
  const tiles = new Map<number, number[]>()
  const idOf = (row: number): number => columns.id[row] ?? 0
  for (const row of areas.toSorted((one, other) => idOf(other) - idOf(one))) {
    const { left, right, top, bottom } = findTiles(columns, row, z)
    const lastY = Math.min(bottom, firstY + 2 ** shift - 1)
    for (let column = left; column <= right; column += 1) {
      const x = wrapColumn(column, z)
      if (x >> shift !== block.x) continue
      for (let y = Math.max(top, firstY); y <= lastY; y += 1)
        addDrawn(tiles, placeOnCurve({ z, x, y }), row)
    }
  }
  const listed = Array.from(tiles, ([place, rows]) => ({ place, rows }))
  return listed.toSorted((one, other) => one.place - other.place)
}

function addDrawn(tiles: Map<number, number[]>, place: number, row: number): void {
  const rows = tiles.get(place)
  if (!rows) tiles.set(place, [row])
  else if (rows.length < MAX_DRAWN) rows.push(row)
}

/** Columns of areas across the antimeridian are below 0, or beyond the last one. */
function wrapColumn(column: number, z: number): number {
  return ((column % 2 ** z) + 2 ** z) % 2 ** z
}

/** Tiles around an area. Columns beyond the antimeridian are not wrapped. */
interface TileRange {
  left: number
  right: number
  top: number
  bottom: number
}

function countTiles({ left, right, top, bottom }: TileRange): number {
  return (right - left + 1) * (bottom - top + 1)
}

/** Finds the tiles that the box of an area touches, with the margin around each tile. */
function findTiles(
  { west, east, south, north }: AreaRows['columns'],
  row: number,
  z: number,
): TileRange {
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
