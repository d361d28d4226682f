import { findExtent, type Extent } from '../geometry/extent.ts'
import { selectNames, type ParsedLine, type PlaceKind } from './named-place.ts'

type Tags = Readonly<Record<string, unknown>>

/** Keys of OpenStreetMap with the kind of their elements, the most specific first. */
const KINDS: readonly (readonly [key: string, kind: PlaceKind])[] = [
  ['place', 'settlement'],
  ['highway', 'street'],
  ['waterway', 'water'],
  ['railway', 'building'],
  ['building', 'building'],
  ['historic', 'building'],
  ['tourism', 'building'],
  ['amenity', 'building'],
  ['man_made', 'building'],
  ['shop', 'building'],
  ['office', 'building'],
  ['leisure', 'area'],
  ['boundary', 'area'],
  ['landuse', 'area'],
]

const LANDFORMS = ['peak', 'ridge', 'hill', 'valley', 'cliff', 'volcano', 'saddle', 'cape']
const AREAS = ['island', 'islet', 'neighbourhood', 'quarter', 'region', 'county', 'state']

/** Former names are on old pictures. */
// prettier-ignore
const OTHER_NAMES = [
  'old_name', 'alt_name', 'official_name', 'short_name', 'loc_name', 'name:en', 'name:de', 'name:fr', 'name:es',
]

/** Inhabitants of places without a population. */
const USUAL_INHABITANTS: Record<string, number | undefined> = {
  city: 100_000,
  town: 10_000,
  suburb: 5000,
  village: 500,
  hamlet: 50,
}

const MAX_POSITIONS = 200_000

/** Parses a GeoJSON feature with the tags of OpenStreetMap as properties, as osmium, ogr2ogr and Overpass write them. */
export function parseOsmFeature(line: string): ParsedLine {
  const feature = parseJson(line)
  if (feature === undefined) return { problem: 'is not JSON' }
  const { type, properties, geometry } = feature
  if (type === 'FeatureCollection')
    return { problem: 'is a FeatureCollection; write a feature in each line (GeoJSONSeq)' }
  if (type !== 'Feature') return { problem: 'is not a GeoJSON feature' }
  const tags = Object(properties) as Tags
  const [name, ...otherNames] = selectNames(listNames(tags))
  const kind = findKind(tags)
  if (name === undefined || tags['name'] === undefined || kind === undefined) return 'unused'
  const extent = findGeometryExtent((Object(geometry) as { coordinates?: unknown }).coordinates)
  if (!extent) return { problem: 'has no geometry with longitudes and latitudes' }
  return { name, otherNames, kind, extent, inhabitants: findInhabitants(tags) }
}

function parseJson(line: string): Tags | undefined {
  try {
    // RFC 8142 starts each line with a record separator.
    return Object(JSON.parse(line.startsWith('\u001E') ? line.slice(1) : line)) as Tags
  } catch {
    return undefined
  }
}

function listNames(tags: Tags): string[] {
  return ['name', ...OTHER_NAMES].flatMap((key) => {
    const value = tags[key]
    if (typeof value !== 'string') return []
    return key === 'name' ? [value] : value.split(';', 20)
  })
}

function findKind(tags: Tags): PlaceKind | undefined {
  const { place, natural } = tags as { place?: unknown; natural?: unknown }
  if (place === 'square') return 'street'
  if (typeof place === 'string' && AREAS.includes(place)) return 'area'
  const [, kind] = KINDS.find(([key]) => typeof tags[key] === 'string') ?? []
  if (kind !== undefined || typeof natural !== 'string') return kind
  if (LANDFORMS.includes(natural)) return 'landform'
  return ['water', 'bay', 'spring', 'strait'].includes(natural) ? 'water' : 'area'
}

function findInhabitants({ place, population }: Tags): number {
  const digits = typeof population === 'string' ? population.replaceAll(/[\s,.]/gu, '') : population
  const count = Number(digits ?? Number.NaN)
  if (Number.isSafeInteger(count) && count >= 0) return count
  const isUsual = typeof place === 'string' && Object.hasOwn(USUAL_INHABITANTS, place)
  return (isUsual && USUAL_INHABITANTS[place]) || 0
}

/** Finds the extent of coordinates of any depth. Null if a position is outside of the world, or there is none. */
function findGeometryExtent(coordinates: unknown): Extent | null {
  const positions: [number, number][] = []
  const visit = (value: unknown, depth: number): boolean => {
    if (!Array.isArray(value) || depth > 4) return false
    const [x, y] = value as unknown[]
    if (typeof x !== 'number') return value.every((part) => visit(part, depth + 1))
    if (typeof y !== 'number' || !(Math.abs(x) <= 180 && Math.abs(y) <= 90)) return false
    return positions.push([x, y]) <= MAX_POSITIONS
  }
  return visit(coordinates, 1) ? findExtent(positions) : null
}
