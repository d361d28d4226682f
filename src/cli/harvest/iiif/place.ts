import type { RemoteRecord } from '../remote-record.ts'
import { asList, asObject, type Members } from '../json-values.ts'

/** Reads the first position and the first area of the `navPlace` extension. */
export function readNavPlace({
  navPlace,
}: Members): Pick<RemoteRecord, 'latitude' | 'longitude' | 'area'> {
  const place = asObject(navPlace)
  const features = place['type'] === 'Feature' ? [place] : asList(place['features']).map(asObject)
  const geometries = features.map(({ geometry }) => asObject(geometry))
  const point = geometries.find(({ type }) => type === 'Point')
  const area = geometries.find(({ type }) => type === 'Polygon' || type === 'MultiPolygon')
  const [longitude, latitude] = asList(point?.['coordinates'])
  return {
    ...(typeof latitude === 'number' && typeof longitude === 'number' && { latitude, longitude }),
    ...(area && { area: JSON.stringify(area) }),
  }
}
