import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Clock } from '../base/clock.ts'
import { CatalogError } from '../base/errors.ts'
import type { Config } from '../config/config.ts'
import type { Coordinate } from '../model/geometry/geodesic.ts'
import { pointExtent, unwrapExtent, type Extent } from '../model/geometry/extent.ts'
import { cleanLine } from '../model/text.ts'
import { createInteractiveContext } from './interactive-context.ts'
import { requestJson } from './service-client.ts'
import { notUnderstood, type Service } from './service.ts'

/** A place that the geocoder finds. */
export interface GeocodedPlace extends Coordinate {
  title: string
  extent: Extent
}

/** A server of Photon or Nominatim. */
export interface Geocoder {
  /**
   * Finds places by name or address.
   * @param near a position in whose surroundings places are preferred
   * @throws CatalogError kind `unavailable` if it fails, or too many requests wait
   */
  find(text: string, near: Coordinate | null): Promise<readonly GeocodedPlace[]>
}

/** Its places are those of OpenStreetMap, whichever server it is. */
export const GEOCODER_CREDIT = '© OpenStreetMap contributors'

const RESULTS = 5
const TIMEOUT_MS = 5000
const CACHED = { max: 1000, ttl: 24 * 60 * 60 * 1000 }

/** The policy of the public server of Nominatim: at most one request a second. */
const INTERVAL_MS = 1000
const MAX_WAITING = 3

const MAX_TITLE = 200

/** Returns null if no server is configured. */
export function createGeocoder(
  { geocoderUrl, baseUrl }: Pick<Config, 'geocoderUrl' | 'baseUrl'>,
  clock: Clock,
): Geocoder | null {
  if (geocoderUrl === null) return null
  const service: Service = {
    name: 'The geocoder',
    url: geocoderUrl,
    setting: 'CATALOG_GEOCODER_URL',
    timeoutMs: TIMEOUT_MS,
    maxBytes: 1024 ** 2,
  }
  const known = new LRUCache<string, readonly GeocodedPlace[]>(CACHED)
  const throttle = createThrottle()
  return {
    async find(text, near) {
      const query = createQuery(service.url, text, near)
      const key = JSON.stringify(query)
      const cached = known.get(key)
      if (cached) return cached
      const places = await throttle(() =>
        requestJson(
          service,
          createInteractiveContext(service, { baseUrl, clock }),
          { query },
          (body) => parsePlaces(service, body),
        ),
      )
      known.set(key, places)
      return places
    },
  }
}

/** Delays requests, so that at least the interval is between their starts. They may overlap. */
function createThrottle(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (run) => {
    if (waiting >= MAX_WAITING)
      throw new CatalogError('unavailable', 'Too many requests wait for the geocoder.')
    waiting += 1
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    waiting -= 1
    void sleep(INTERVAL_MS, undefined, { ref: false }).then(resolve)
    return run()
  }
}

/**
 * The parameters of Nominatim's `/search`, or of Photon's `/api`, which refuses those that it does not know. Positions
 * are rounded, so that the same search near by is answered from the cache.
 *
 * Sources: https://nominatim.org/release-docs/latest/api/Search/, https://github.com/komoot/photon/blob/master/docs/api-v1.md
 */
function createQuery(url: string, text: string, near: Coordinate | null): Record<string, string> {
  const [lat, lon] = near ? [Math.round(near.latitude), Math.round(near.longitude)] : []
  const shared = { q: text, limit: String(RESULTS) }
  const hasNear = lat !== undefined && lon !== undefined
  if (/\/api\/?$/u.test(new URL(url).pathname))
    return { ...shared, ...(hasNear && { lat: String(lat), lon: String(lon) }) }
  const viewbox = hasNear && { viewbox: [lon - 1, lat - 1, lon + 1, lat + 1].join(',') }
  return { ...shared, format: 'geojson', ...viewbox }
}

const longitude = z.number().min(-180).max(180)
const latitude = z.number().min(-90).max(90)
const text = z.string().optional()
const box = z.tuple([longitude, latitude, longitude, latitude])

const response = z.object({
  features: z
    .array(
      z.object({
        bbox: box.optional(),
        geometry: z.object({ coordinates: z.tuple([longitude, latitude]) }),
        properties: z.object({
          display_name: text,
          name: text,
          housenumber: text,
          street: text,
          city: text,
          state: text,
          country: text,
          /** West, north, east and south. */
          extent: box.optional(),
        }),
      }),
    )
    .max(100),
})

type Feature = z.output<typeof response>['features'][number]

function parsePlaces(service: Service, body: unknown): GeocodedPlace[] {
  const parsed = response.safeParse(body)
  if (parsed.success) return parsed.data.features.slice(0, RESULTS).map(toPlace)
  throw notUnderstood(service, 'The response has no places in the expected format.')
}

function toPlace({ geometry, properties, bbox }: Feature): GeocodedPlace {
  const [x, y] = geometry.coordinates
  const title = cleanLine(describe(properties).toWellFormed().replaceAll('\0', '')).trim()
  return {
    title: title.slice(0, MAX_TITLE) || `${y}, ${x}`,
    latitude: y,
    longitude: x,
    extent: unwrapExtent(
      bbox ?? reorderExtent(properties.extent) ?? pointExtent({ latitude: y, longitude: x }),
    ),
  }
}

function reorderExtent(extent: Feature['properties']['extent']): Extent | undefined {
  if (!extent) return undefined
  const [west, north, east, south] = extent
  return [west, south, east, north]
}

/** `Vine Street 12, New York, United States` */
function describe({ display_name: name, ...parts }: Feature['properties']): string {
  if (name !== undefined) return name
  const street = [parts.street, parts.housenumber].filter(Boolean).join(' ')
  const names = [parts.name, street, parts.city, parts.state, parts.country]
  return [...new Set(names.filter(Boolean))].join(', ')
}
