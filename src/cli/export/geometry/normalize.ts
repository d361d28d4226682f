import type { Position, Ring, Shape } from '../../../core/model/geometry/geometry.ts'
import { computeSignedArea } from '../../../core/model/geometry/rings.ts'
import { unexpected } from '../column.ts'
import type { Geometry } from './geometry.ts'

/** Decimal places of degrees: more than these are beyond the precision of a double. */
const MAX_PRECISION = 15

/**
 * Rounds the positions, and orients the rings as RFC 7946, section 3.1.6 requires: outlines counterclockwise, holes
 * clockwise.
 * @param precision decimal places
 */
export function normalizeGeometry(geometry: Geometry, precision: number): Geometry {
  const round = createRounding(precision)
  const normalize = (shape: Shape): Shape => mapShape(shape, round)
  return geometry.type === 'GeometryCollection'
    ? { type: geometry.type, geometries: geometry.geometries.map(normalize) }
    : normalize(geometry)
}

type Round = (position: Position) => Position

function createRounding(precision: number): Round {
  const scale = 10 ** precision
  // Turns minus zero into zero.
  const round = (degrees: number): number => Math.round(degrees * scale) / scale + 0
  if (precision >= MAX_PRECISION) return ([longitude, latitude]) => [longitude, latitude]
  return ([longitude, latitude]) => [round(longitude), round(latitude)]
}

function mapShape(shape: Shape, round: Round): Shape {
  switch (shape.type) {
    case 'Point':
      return { type: 'Point', coordinates: round(shape.coordinates) }
    case 'LineString':
      return { type: 'LineString', coordinates: shape.coordinates.map(round) }
    case 'MultiLineString':
      return { type: shape.type, coordinates: shape.coordinates.map((line) => line.map(round)) }
    case 'Polygon':
      return { type: 'Polygon', coordinates: orient(shape.coordinates, round) }
    default:
      return {
        type: 'MultiPolygon',
        coordinates: shape.coordinates.map((rings) => orient(rings, round)),
      }
  }
}

function orient(rings: readonly Ring[], round: Round): Ring[] {
  return rings.map((positions, at) => {
    const ring = positions.map(round)
    const isCounterclockwise = computeSignedArea(ring) >= 0
    return isCounterclockwise === (at === 0) ? ring : ring.reverse()
  })
}

/** Number of lists around a position. */
const DEPTHS: Record<string, number> = {
  Point: 0,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
}

/**
 * Reads a geometry of a response.
 * @throws CatalogError if it is not a geometry of the API
 */
export function readShape(value: unknown): Shape {
  const { type, coordinates } = (value ?? {}) as { type?: unknown; coordinates?: unknown }
  const depth = typeof type === 'string' ? DEPTHS[type] : undefined
  if (depth === undefined) throw unexpected('a geometry has no known type')
  if (!isNested(coordinates, depth)) throw unexpected('a geometry has no valid coordinates')
  return { type, coordinates } as Shape
}

function isNested(value: unknown, depth: number): boolean {
  if (!Array.isArray(value)) return false
  if (depth === 0) return value.length >= 2 && isDegree(value[0]) && isDegree(value[1])
  return value.length > 0 && value.every((member) => isNested(member, depth - 1))
}

/** Whether a geometry has no positions, which RFC 7946, section 3.1 treats like null. */
export function isEmptyGeometry(value: unknown): boolean {
  const { coordinates } = (value ?? {}) as { coordinates?: unknown }
  return value === null || (Array.isArray(coordinates) && coordinates.flat(3).length === 0)
}

function isDegree(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= 720
}
