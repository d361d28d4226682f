import { MAX_LATITUDE } from './coordinate-limits.ts'
import {
  GeometryError,
  type Area,
  type MultiPolygon,
  type Polygon,
  type Position,
  type Ring,
} from './geometry.ts'
import { shorten } from '../text.ts'
import { toCanonicalRing } from './rings.ts'

/** More positions than this in one geometry are refused. */
export const MAX_POSITIONS = 10_000

/** Areas may extend past the antimeridian, so that they stay in one piece. */
const MAX_AREA_LONGITUDE = 360

/**
 * Parses a GeoJSON Polygon and makes it canonical: with closed rings that follow the right-hand rule.
 * @throws GeometryError that names the ring and the position
 */
export function parsePolygon(value: unknown): Polygon {
  const { type, coordinates } = requireGeometry(value)
  if (type !== 'Polygon')
    throw new GeometryError(`It should be a Polygon, not ${abbreviate(type)}.`)
  requireFewPositions([coordinates])
  return { type: 'Polygon', coordinates: parseRings(coordinates, '') }
}

/**
 * Parses a GeoJSON Polygon or MultiPolygon, as `parsePolygon` does.
 * @throws GeometryError that names the polygon, the ring and the position
 */
export function parseArea(value: unknown): Area {
  const { type, coordinates } = requireGeometry(value)
  if (type === 'Polygon') return parsePolygon(value)
  if (type === 'MultiPolygon') return parseMultiPolygon(coordinates)
  throw new GeometryError(`It should be a Polygon or a MultiPolygon, not ${abbreviate(type)}.`)
}

function parseMultiPolygon(coordinates: unknown[]): MultiPolygon {
  if (coordinates.length === 0) throw new GeometryError('The MultiPolygon has no polygon.')
  requireFewPositions(coordinates)
  const polygons = coordinates.map((rings, index) => {
    const name = `polygon ${index + 1}`
    if (!Array.isArray(rings))
      throw new GeometryError(`${capitalize(name)} should be a list of rings.`)
    return parseRings(rings, `${name}, `)
  })
  return { type: 'MultiPolygon', coordinates: polygons }
}

export function requireGeometry(value: unknown): { type: unknown; coordinates: unknown[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new GeometryError('It should be a GeoJSON geometry: an object with type and coordinates.')
  }
  const { type, coordinates, ...others } = value as Record<string, unknown>
  const [other] = Object.keys(others)
  if (other !== undefined) {
    throw new GeometryError(`A geometry has type and coordinates only, no ${abbreviate(other)}.`)
  }
  if (!Array.isArray(coordinates)) throw new GeometryError('Its coordinates should be a list.')
  return { type, coordinates }
}

/** Counts before anything is copied, so that a huge value is cheap to reject. */
export function requireFewPositions(polygons: unknown[]): void {
  let count = 0
  for (const ring of polygons.flat()) count += Array.isArray(ring) ? ring.length : 1
  if (count > MAX_POSITIONS) {
    throw new GeometryError(['too_many_positions', count, MAX_POSITIONS])
  }
}

function parseRings(rings: unknown[], prefix: string): Ring[] {
  if (rings.length === 0)
    throw new GeometryError(`${capitalize(`${prefix}the polygon`)} has no ring.`)
  return rings.map((positions, index) => {
    const name = capitalize(`${prefix}ring ${index + 1}`)
    if (!Array.isArray(positions)) throw new GeometryError(`${name} should be a list of positions.`)
    const parsed = positions.map((position, at) =>
      parsePosition(position, `${name}, position ${at + 1}`),
    )
    return toCanonicalRing(parsed, index === 0 ? 'outline' : 'hole', name)
  })
}

export function parsePosition(
  value: unknown,
  name: string,
  maxLongitude = MAX_AREA_LONGITUDE,
): Position {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isNumber)) {
    throw new GeometryError(`${name} should be two numbers, [longitude, latitude].`)
  }
  const [longitude, latitude] = value as Position
  requireBetween(latitude, MAX_LATITUDE, `${name}: the latitude`)
  requireBetween(longitude, maxLongitude, `${name}: the longitude`)
  // Turns minus zero into zero, so that equal positions have equal texts.
  return [longitude + 0, latitude + 0]
}

function requireBetween(value: number, most: number, name: string): void {
  if (Number.isFinite(value) && Math.abs(value) <= most) return
  throw new GeometryError(`${name} should be between -${most} and ${most}, not ${value}.`)
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number'
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Names an object or a list only as such: one that is nested deeply cannot be serialized. */
export function abbreviate(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : 'an object'
  return shorten(JSON.stringify(value) ?? 'nothing', 40)
}
