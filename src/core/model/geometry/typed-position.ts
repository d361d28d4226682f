import type { Coordinate } from './geodesic.ts'
import { findMapPosition } from './map-address.ts'
import { parseAngle } from './parse-angle.ts'
import { parsePlusCode } from './plus-code.ts'
import { parseCompassPoint } from './typed-compass.ts'

/** Addresses of maps are long. */
export const MAX_POSITION_LENGTH = 2000

/** Well-known text, longitude first: `POINT(13.3777 52.5163)`, of PostGIS also with its reference system. */
const POINT =
  /^(?:SRID=4326;)?\s*POINT\s*(?:Z\s*)?\(\s*([+-]?[\d.]+)\s+([+-]?[\d.]+)(?:\s+[+-]?[\d.]+)?\s*\)$/iu

/** Both coordinates have their letter, before or after the number. */
const LETTERED = [/^([NSEW][^NSEW]*)([NSEW][^NSEW]*)$/u, /^([^NSEW]*[NSEW])([^NSEW]*[NSEW])$/u]

/** A comma between digits without spaces may be a decimal comma. */
const UNLETTERED = [
  /^([^,;NSEW]+)(?:;|,(?!\d))([^,;NSEW]+)$/u,
  /^([^,;\sNSEW]+),([^,;\sNSEW]+)$/u,
  /^([^\sNSEW]+)\s+([^\sNSEW]+)$/u,
  /^([^°NSEW]+°[^°NSEW]*)\s([^\s°NSEW]+°[^°NSEW]*)$/u,
]

/**
 * Parses coordinates as people type or paste them, latitude first unless letters say otherwise: `52.5163, 13.3777`,
 * `52,5163 13,3777`, `52°30'58"N 13°22'39"E`, `N 40° 45.480 W 073° 59.130`; or a geo URI (RFC 5870), well-known text, a
 * full Open Location Code, or the address of a map.
 * @param language of the writer, such as `de`, which decides what `O` means
 * @returns undefined if the text is something else, or outside of the world
 */
export function parseTypedPosition(text: string, language?: string): Coordinate | undefined {
  const written = text.trim()
  if (written.length > MAX_POSITION_LENGTH) return undefined
  const [, east, north] = POINT.exec(written) ?? []
  if (north !== undefined && east !== undefined) return parseHalves([north, east])
  const coordinates = normalize(findMapPosition(written) ?? written, language)
  return (
    parsePlusCode(written) ??
    parseCoordinates(coordinates) ??
    parseCoordinates(coordinates.replaceAll(/(\d),(?=\d)/gu, '$1.'))
  )
}

/** Leaves one spelling of signs, marks and letters. */
function normalize(text: string, language: string | undefined): string {
  return text
    .replace(/^geo:([^;?]*).*$/iu, '$1')
    .replace(/^[[({](.*)[\])}]$/u, '$1')
    .replaceAll(/[−–]/gu, '-')
    .replaceAll(/[º˚]|\bdeg(?:rees)?\b/giu, '°')
    .replaceAll(/[′’‘´]/gu, "'")
    .replaceAll(/[″”“]|''/gu, '"')
    .replaceAll(/\s+(?=[°'":])/gu, '')
    .replaceAll(/\p{L}+/gu, (word) => parseCompassPoint(word, language) ?? word)
    .trim()
}

function parseCoordinates(text: string): Coordinate | undefined {
  // Positions are short, once an address has been read.
  if (text.length > 100) return undefined
  const lettered = findHalves(text, LETTERED)
  if (lettered) return parseHalves(lettered) ?? parseHalves([lettered[1], lettered[0]])
  const halves = findHalves(text, UNLETTERED)
  return halves && parseHalves(halves)
}

type Halves = [latitude: string, longitude: string]

function findHalves(text: string, patterns: readonly RegExp[]): Halves | undefined {
  for (const pattern of patterns) {
    const [, first, second] = pattern.exec(text) ?? []
    if (first !== undefined && second !== undefined) return [first, second]
  }
  return undefined
}

function parseHalves(halves: Halves): Coordinate | undefined {
  const [north, east] = halves.map((half) => half.replaceAll(/^[\s,;]+|[\s,;]+$/gu, ''))
  const latitude = parseAngle(north ?? '', 'latitude')
  const longitude = parseAngle(east ?? '', 'longitude')
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}
