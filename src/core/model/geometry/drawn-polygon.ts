import {
  MAX_DRAWN_POSITIONS,
  MAX_DRAWN_RING_POSITIONS,
  MAX_DRAWN_RINGS,
  MAX_DRAWN_SQUARE_DEGREES,
} from '../../base/limits.ts'
import { GeometryError, type Polygon } from './geometry.ts'
import { parsePolygon } from './parse.ts'
import { computeSignedArea } from './rings.ts'

/**
 * Parses a polygon that a contributor draws: a GeoJSON Polygon with closed rings, which is much smaller than one that
 * administrators may import.
 * @throws GeometryError
 */
export function parseDrawnPolygon(value: unknown): Polygon {
  const given = value as Partial<Polygon> | null | undefined
  // The parser checks the form, and would close rings that are open.
  const rings: unknown[] = Array.isArray(given?.coordinates) ? given.coordinates : []
  if (rings.length > MAX_DRAWN_RINGS)
    throw new GeometryError(['too_many_rings', rings.length, MAX_DRAWN_RINGS])
  let count = 0
  for (const [index, ring] of rings.entries()) {
    if (!Array.isArray(ring)) continue
    count += ring.length
    requireFewAndClosed(ring, `Ring ${index + 1}`)
  }
  if (count > MAX_DRAWN_POSITIONS)
    throw new GeometryError(['too_many_positions', count, MAX_DRAWN_POSITIONS])
  const polygon = parsePolygon(value)
  requireSmall(polygon)
  return polygon
}

function requireFewAndClosed(ring: unknown[], name: string): void {
  if (ring.length > MAX_DRAWN_RING_POSITIONS)
    throw new GeometryError(['ring_too_long', name, ring.length, MAX_DRAWN_RING_POSITIONS])
  const [first, last] = [ring[0], ring.at(-1)]
  if (!Array.isArray(first) || !Array.isArray(last)) return
  if (ring.length > 1 && first[0] === last[0] && first[1] === last[1]) return
  throw new GeometryError(['ring_not_closed', name])
}

function requireSmall({ coordinates: [outline = []] }: Polygon): void {
  const squareDegrees = computeSignedArea(outline) / 2
  if (squareDegrees <= MAX_DRAWN_SQUARE_DEGREES) return
  throw new GeometryError(['area_too_large', squareDegrees.toFixed(2), MAX_DRAWN_SQUARE_DEGREES])
}
