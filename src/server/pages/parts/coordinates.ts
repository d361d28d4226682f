import { html, type Html } from '../../../core/base/html.ts'
import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import type { Visit } from '../visit.ts'

/** About a meter. */
const DECIMALS = 5

/** Of OpenStreetMap: a few streets. */
const ZOOM = 17

/** Coordinates as a link to OpenStreetMap. */
export function renderCoordinates({ messages }: Visit, position: Coordinate): Html {
  const { lat, lon } = round(position)
  const { north, east, south, west } = messages.maps.compass
  const text = `${formatSide(lat, north, south)}, ${formatSide(lon, east, west)}`
  const url = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=${ZOOM}/${lat}/${lon}`
  return html`<a href="${url}" rel="noopener">${text}</a>`
}

/** Coordinates, and for touch a link that opens in an app of the device (RFC 5870). */
export function renderPosition(visit: Visit, position: Coordinate): Html {
  const { lat, lon } = round(position)
  return html`${renderCoordinates(visit, position)}<a href="geo:${lat},${lon}"
      >${visit.messages.maps.inApp}</a
    >`
}

function round({ latitude, longitude }: Coordinate): { lat: string; lon: string } {
  return { lat: latitude.toFixed(DECIMALS), lon: longitude.toFixed(DECIMALS) }
}

function formatSide(degrees: string, positive: string, negative: string): string {
  return `${degrees.replace('-', '')}° ${degrees.startsWith('-') ? negative : positive}`
}

/** Formats a direction: `northeast (45°)`. @param direction in degrees clockwise from north */
export function formatDirection({ messages }: Visit, direction: number): string {
  const { winds } = messages.maps
  const wind = winds[Math.round((direction * winds.length) / WHOLE_TURN) % winds.length] ?? ''
  return `${wind} (${Math.round(direction) % WHOLE_TURN}°)`
}

const WHOLE_TURN = 360
