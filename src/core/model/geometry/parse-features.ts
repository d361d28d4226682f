import { isMapId } from '../map-id.ts'
import { GeometryError, type Shape } from './geometry.ts'
import { parseShape } from './parse-shape.ts'

/** A feature of a file. */
export interface ShapeFeature {
  /** The element that it names as its origin. Null if it names none. */
  map_id: string | null
  shape: Shape
}

const MAX_FEATURES = 1000

/**
 * Parses a GeoJSON FeatureCollection, Feature or geometry. Altitudes and bounding boxes are left out.
 * @throws GeometryError that names the feature and what is wrong
 */
export function parseFeatures(value: unknown): ShapeFeature[] {
  const object = requireObject(value)
  requireWgs84(object)
  if (object['type'] !== 'FeatureCollection') return [parseFeature(object)]
  const { features } = object
  if (!Array.isArray(features) || features.length === 0) {
    throw new GeometryError('The FeatureCollection has no features.')
  }
  if (features.length > MAX_FEATURES) {
    throw new GeometryError(
      `It has ${features.length} features; at most ${MAX_FEATURES} are accepted.`,
    )
  }
  return features.map((feature, index) => {
    try {
      return parseFeature(requireObject(feature))
    } catch (error) {
      if (!(error instanceof GeometryError)) throw error
      throw new GeometryError(`Feature ${index + 1}: ${error.message}`)
    }
  })
}

type JsonObject = Record<string, unknown>

function parseFeature(object: JsonObject): ShapeFeature {
  if (object['type'] !== 'Feature') return { map_id: null, shape: parseGeometry(object) }
  const properties = isObject(object['properties']) ? object['properties'] : {}
  // Overpass Turbo writes `@id`.
  const named = [properties['map_id'], properties['@id'], object['id']]
  const map_id = named.find((id) => typeof id === 'string' && isMapId(id)) as string | undefined
  return { map_id: map_id ?? null, shape: parseGeometry(requireObject(object['geometry'])) }
}

function parseGeometry({ type, coordinates }: JsonObject): Shape {
  return parseShape({ type, coordinates: withoutAltitudes(coordinates, 4) })
}

/** Cuts positions of three or more numbers after the second one. */
function withoutAltitudes(coordinates: unknown, depth: number): unknown {
  if (!Array.isArray(coordinates) || depth === 0) return coordinates
  if (typeof coordinates[0] === 'number') return coordinates.slice(0, 2)
  return coordinates.map((part: unknown) => withoutAltitudes(part, depth - 1))
}

/** RFC 7946 has no other reference system, but older files may. */
function requireWgs84({ crs }: JsonObject): void {
  if (crs === undefined || crs === null) return
  const properties = isObject(crs) ? crs['properties'] : undefined
  const name = isObject(properties) ? properties['name'] : undefined
  if (typeof name === 'string' && /CRS:?84|EPSG:+(?:[\d.]*:)?4326/.test(name)) return
  throw new GeometryError('Its coordinates are not WGS 84. Convert it to EPSG:4326 first.')
}

function requireObject(value: unknown): JsonObject {
  if (isObject(value)) return value
  throw new GeometryError('It should be a GeoJSON FeatureCollection, Feature or geometry.')
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
