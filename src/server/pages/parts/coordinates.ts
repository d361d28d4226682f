import { html, type Html } from '../../../core/base/html.ts'
import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import type { Visit } from '../visit.ts'

/** About a meter. */
const DECIMALS = 5

/** Coordinates that open in a map of the device (RFC 5870). */
export function renderCoordinates({ messages }: Visit, { latitude, longitude }: Coordinate): Html {
  const [lat, lon] = [latitude.toFixed(DECIMALS), longitude.toFixed(DECIMALS)]
  const { north, east, south, west } = messages.maps.compass
  const text = `${formatSide(lat, north, south)}, ${formatSide(lon, east, west)}`
  return html`<a href="geo:${lat},${lon}">${text}</a>`
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
