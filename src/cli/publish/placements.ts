import { computeBounds } from '../../core/edtf/bounds.ts'
import { parseEdtf } from '../../core/edtf/parse.ts'
import { CONFIDENCES } from '../../core/model/confidences.ts'
import { PLACEMENT_VERDICTS } from '../../core/model/placement-verdict.ts'
import { placeOnCurve } from '../../core/model/pmtiles/tile-ids.ts'
import { MAX_ZOOM } from '../../core/model/tiles/tile.ts'
import { toWorldX, toWorldY, WORLD_BITS, wrapLongitude } from '../../core/model/tiles/world.ts'
import { createRows, type Rows } from '../../core/resident/columns/rows.ts'
import { computeExtent, joinExtents, type Extent } from '../export/geometry/extent.ts'
import type { Geometry } from '../export/geometry/geometry.ts'
import type { Item } from '../export/layer.ts'

const COLUMNS = {
  worldX: Uint32Array,
  worldY: Uint32Array,
  /** Place of the tile of the highest zoom level, on the curve through these. */
  place: Uint32Array,
  fuzzyFrom: Float64Array,
  fuzzyTo: Float64Array,
  confidence: Uint8Array,
  verdict: Uint8Array,
}

/** NaN if unknown. */
const POINT_COLUMNS = { ...COLUMNS, direction: Float64Array }

const AREA_COLUMNS = {
  ...COLUMNS,
  west: Float64Array,
  east: Float64Array,
  south: Float64Array,
  north: Float64Array,
}

type Instances<Kinds> = {
  [Name in keyof Kinds]: Kinds[Name] extends new (length: number) => infer Type ? Type : never
}

export type PlacedColumns = Instances<typeof COLUMNS> & {
  id: Float64Array
  direction?: Float64Array
}
export type PointRows = Rows<Instances<typeof POINT_COLUMNS>>
export type AreaRows = Rows<Instances<typeof AREA_COLUMNS>>

/** All placements, as map tiles show them: about 50 bytes each. */
export interface Placements {
  points: PointRows
  areas: AreaRows
  /** Undefined without any. */
  extent: Extent | undefined
}

/** @param expected the number of each */
export function createPlacements(expected: { points: number; areas: number }): Placements {
  return {
    points: createRows<Instances<typeof POINT_COLUMNS>>(POINT_COLUMNS, expected.points),
    areas: createRows<Instances<typeof AREA_COLUMNS>>(AREA_COLUMNS, expected.areas),
    extent: undefined,
  }
}

/** Adds the latest camera position of an image, as the API presents it with its image. */
export function addPoint(placements: Placements, item: Item): void {
  const { points } = placements
  const { west, south } = addExtent(placements, item)
  const row = addRow(points.columns, points.size++, item, { longitude: west, latitude: south })
  const { direction } = item['properties'] as { direction: number | null }
  points.columns.direction[row] = direction ?? Number.NaN
}

/** Adds the latest area of an image. */
export function addArea(placements: Placements, item: Item): void {
  const { areas } = placements
  const { columns } = areas
  const { west, east, south, north } = addExtent(placements, item)
  const longitude = wrapLongitude((west + east) / 2)
  const row = addRow(columns, areas.size++, item, { longitude, latitude: (south + north) / 2 })
  columns.west[row] = west
  columns.east[row] = east
  columns.south[row] = south
  columns.north[row] = north
}

function addExtent(placements: Placements, { geometry }: Item): Extent {
  const extent = computeExtent(geometry as Geometry)
  placements.extent = placements.extent ? joinExtents(placements.extent, extent) : extent
  return extent
}

function addRow(
  columns: PlacedColumns,
  row: number,
  { id, properties }: Item,
  { longitude, latitude }: { longitude: number; latitude: number },
): number {
  const shown = properties as Record<string, string>
  const { fuzzyFrom, fuzzyTo } = readBounds(shown['image_edtf_date'] ?? '')
  const [worldX, worldY] = [toWorldX(longitude), toWorldY(latitude)]
  const shift = WORLD_BITS - MAX_ZOOM
  columns.id[row] = id
  columns.worldX[row] = worldX
  columns.worldY[row] = worldY
  columns.place[row] = placeOnCurve({ z: MAX_ZOOM, x: worldX >>> shift, y: worldY >>> shift })
  columns.fuzzyFrom[row] = fuzzyFrom
  columns.fuzzyTo[row] = fuzzyTo
  columns.confidence[row] = CONFIDENCES.indexOf(shown['confidence'] as never) + 1
  columns.verdict[row] = PLACEMENT_VERDICTS.indexOf(shown['verdict'] as never)
  return row
}

function readBounds(edtf: string): { fuzzyFrom: number; fuzzyTo: number } {
  return edtf === ''
    ? { fuzzyFrom: Number.NaN, fuzzyTo: Number.NaN }
    : computeBounds(parseEdtf(edtf))
}
