import { toYear } from '../../edtf/middle-day.ts'
import { CONFIDENCES } from '../confidences.ts'
import { encodeTile, EXTENT, type TileFeature } from '../mvt/encode-tile.ts'
import type { Polygon } from '../geometry/geometry.ts'
import { drawPolygon } from './areas.ts'
import {
  createBoundsFormat,
  findCrowdedSquares,
  isCluster,
  mergeClose,
  type Cell,
  type FormatBounds,
  type Placed,
} from './cells.ts'
import { MAX_ZOOM, type Tile } from './tile.ts'

/** Content of a tile. */
export interface TileContent {
  points: readonly Cell[]
  /** Areas that are counted by their center. */
  countedAreas: readonly Cell[]
  drawnAreas: readonly DrawnArea[]
}

type Described = Pick<Placed, 'id' | 'day' | 'confidence' | 'verdict'>

export interface DrawnArea extends Described {
  polygon: Polygon
}

/** Returns the bytes of a tile with the layers `points`, `clusters` and `areas`. */
export function encodeContent(tile: Tile, content: TileContent): Uint8Array {
  const points = spread(tile, content.points)
  const counted = spread(tile, content.countedAreas)
  const formatBounds = createBoundsFormat(tile)
  return encodeTile([
    { name: 'points', features: points.flatMap(({ members }) => members.map(describePoint)) },
    {
      name: 'clusters',
      features: points.filter(isCluster).map((cell) => describeCluster(cell, formatBounds)),
    },
    {
      name: 'areas',
      features: [
        ...content.drawnAreas.flatMap((area) => describeArea(tile, area)),
        ...counted.flatMap(({ members }) => members.map(describeSmallArea)),
        ...counted.filter(isCluster).map((cell) => describeCluster(cell, formatBounds)),
      ],
    },
  ])
}

/** At the highest zoom level, clusters stay where they are, because the map only enlarges it. */
function spread({ z }: Tile, cells: readonly Cell[]): readonly Cell[] {
  return z === MAX_ZOOM ? findCrowdedSquares(cells) : mergeClose(cells)
}

function describePoint({ x, y, direction, ...placed }: Placed): TileFeature {
  const { id, year, confidence, verdict } = describeProperties(placed)
  const rounded = Number.isFinite(direction) ? Math.round(direction) % 360 : undefined
  return {
    id,
    properties: { id, direction: rounded, year, confidence, verdict },
    geometry: { type: 'point', position: [x, y] },
  }
}

function describeSmallArea({ x, y, ...placed }: Placed): TileFeature {
  return {
    id: placed.id,
    properties: describeProperties(placed),
    geometry: { type: 'point', position: [x, y] },
  }
}

function describeArea(tile: Tile, { polygon, ...area }: DrawnArea): TileFeature[] {
  const rings = drawPolygon(tile, polygon)
  return rings.map((part) => ({
    id: area.id,
    properties: describeProperties(area),
    geometry: { type: 'polygon', rings: part },
  }))
}

function describeProperties({ id, day, confidence, verdict }: Described) {
  return { id, year: toYear(day), confidence: CONFIDENCES[confidence - 1], verdict }
}

function describeCluster(cell: Cell, formatBounds: FormatBounds): TileFeature {
  const { count, x, y, firstDay, lastDay, square } = cell
  const bounds = square && formatBounds(square)
  return {
    properties: { count, year_from: toYear(firstDay), year_to: toYear(lastDay), bounds },
    geometry: { type: 'point', position: [toUnit(x), toUnit(y)] },
  }
}

/** Whole units of a mean, which rounding must not move to the next tile. */
function toUnit(mean: number): number {
  return Math.min(EXTENT - 1, Math.max(0, Math.floor(mean)))
}
