import type { RemoteRecord } from '../remote-record.ts'
import { asList, asObject, type Members } from '../../../core/base/json-values.ts'

/** Reads the first position and the first area of the `navPlace` extension. */
export function readNavPlace({
  navPlace,
}: Members): Pick<RemoteRecord, 'latitude' | 'longitude' | 'area'> {
  const place = asObject(navPlace)
  const features = place['type'] === 'Feature' ? [place] : asList(place['features']).map(asObject)
  const geometries = features.map(({ geometry }) => asObject(geometry))
  const point = geometries.find(({ type }) => type === 'Point')
  const area = geometries.find(
    ({ type, coordinates }) =>
      (type === 'Polygon' && isNested(coordinates, 3)) ||
      (type === 'MultiPolygon' && isNested(coordinates, 4)),
  )
  const [longitude, latitude] = asList(point?.['coordinates'])
  return {
    ...(typeof latitude === 'number' && typeof longitude === 'number' && { latitude, longitude }),
    ...(area && { area: JSON.stringify({ type: area['type'], coordinates: area['coordinates'] }) }),
  }
}

/** Whether a value is numbers in lists that nest so deeply. */
function isNested(value: unknown, depth: number): boolean {
  if (depth === 0) return typeof value === 'number'
  return Array.isArray(value) && value.every((item) => isNested(item, depth - 1))
}
