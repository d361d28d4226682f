import { MAX_LONGITUDE } from './coordinate-limits.ts'
import { GeometryError, type Position, type Shape } from './geometry.ts'
import {
  abbreviate,
  parseArea,
  parsePosition,
  requireFewPositions,
  requireGeometry,
} from './parse.ts'

/**
 * Parses the GeoJSON geometry of a subject: a Polygon or MultiPolygon as `parseArea` does, a LineString,
 * a MultiLineString or a Point.
 * @throws GeometryError that names what is wrong
 */
export function parseShape(value: unknown): Shape {
  const { type, coordinates } = requireGeometry(value)
  switch (type) {
    case 'Polygon':
    case 'MultiPolygon':
      return parseArea(value)
    case 'Point':
      return { type, coordinates: parsePosition(coordinates, 'The point', MAX_LONGITUDE) }
    case 'LineString':
      return { type, coordinates: parseLine(coordinates, 'The line') }
    case 'MultiLineString':
      return { type, coordinates: parseLines(coordinates) }
    default:
      throw new GeometryError(
        `It should be a Polygon, MultiPolygon, LineString, MultiLineString or Point, not ${abbreviate(type)}.`,
      )
  }
}

function parseLines(lines: unknown[]): Position[][] {
  if (lines.length === 0) throw new GeometryError('The MultiLineString has no line.')
  requireFewPositions(lines.map((line) => [line]))
  return lines.map((line, index) => parseLine(line, `Line ${index + 1}`))
}

function parseLine(positions: unknown, name: string): Position[] {
  if (!Array.isArray(positions)) throw new GeometryError(`${name} should be a list of positions.`)
  requireFewPositions([[positions]])
  const line = positions.map((position, at) =>
    parsePosition(position, `${name}, position ${at + 1}`),
  )
  const [first] = line
  if (line.some(([x, y]) => x !== first?.[0] || y !== first[1])) return line
  throw new GeometryError(`${name} has too few positions: it needs two different ones.`)
}
