import type { Coordinate } from './geodesic.ts'

/** Degrees, and optionally minutes and seconds: `52.5163`, `52° 30.98′`, `52°30'58.7"`. */
const ANGLE = String.raw`(\d{1,3}(?:\.\d+)?)(?:\s*°)?(?:\s*(\d{1,2}(?:\.\d+)?)\s*['′])?(?:\s*(\d{1,2}(?:\.\d+)?)\s*(?:"|″|''))?`

const SIGNED = /^([+\-−]?\d{1,3}(?:\.\d+)?)\s*°?\s*[,;\s]\s*([+\-−]?\d{1,3}(?:\.\d+)?)\s*°?$/u
const LETTERED = new RegExp(`^${ANGLE}\\s*([NS])[,;\\s]*${ANGLE}\\s*([EW])$`, 'iu')
const LEADING = new RegExp(`^([NS])\\s*${ANGLE}[,;\\s]*([EW])\\s*${ANGLE}$`, 'iu')

/**
 * Parses coordinates as people type or paste them, latitude first: `52.5163, 13.3777`, `52°30'58"N 13°22'39"E`, or a geo
 * URI (RFC 5870).
 * @returns undefined if the text is something else, or outside of the world
 */
export function parseTypedPosition(text: string): Coordinate | undefined {
  const written = text.trim().replace(/^geo:([^;]*).*$/iu, '$1')
  const position = parseSigned(written) ?? parseLettered(written) ?? parseLeading(written)
  if (!position) return undefined
  const isOnEarth = Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180
  return isOnEarth ? position : undefined
}

function parseSigned(text: string): Coordinate | undefined {
  const [, latitude, longitude] = SIGNED.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  return { latitude: toNumber(latitude), longitude: toNumber(longitude) }
}

function parseLettered(text: string): Coordinate | undefined {
  const found = LETTERED.exec(text)
  if (!found) return undefined
  const [north, east] = [found.slice(1, 4), found.slice(5, 8)]
  return toPosition([north, found[4]], [east, found[8]])
}

function parseLeading(text: string): Coordinate | undefined {
  const found = LEADING.exec(text)
  if (!found) return undefined
  const [north, east] = [found.slice(2, 5), found.slice(6, 9)]
  return toPosition([north, found[1]], [east, found[5]])
}

type Lettered = [angle: (string | undefined)[], letter: string | undefined]

/** `O` is not accepted: it means east in German, and west in French and Spanish. */
function toPosition([north, ns = '']: Lettered, [east, ew = '']: Lettered): Coordinate {
  return {
    latitude: toDegrees(north) * (/s/iu.test(ns) ? -1 : 1),
    longitude: toDegrees(east) * (/w/iu.test(ew) ? -1 : 1),
  }
}

function toDegrees([degrees, minutes, seconds]: (string | undefined)[]): number {
  return Number(degrees) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600
}

function toNumber(text: string): number {
  return Number(text.replace('−', '-'))
}
