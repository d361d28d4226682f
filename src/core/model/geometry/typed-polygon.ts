import { parseTypedPosition } from './typed-position.ts'

/** Longitude and latitude, in degrees. */
type Pair = [longitude: number, latitude: number]

/**
 * Parses an area as people type or paste it: a position in each line, the corners of holes after an empty line; or a
 * GeoJSON polygon, also as a feature.
 * @returns what should be a GeoJSON polygon, with closed rings; undefined if the text is something else
 */
export function parseTypedPolygon(text: string, language?: string): unknown {
  return text.trimStart().startsWith('{') ? parseJson(text) : parseLines(text, language)
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isFeature(value) ? value.geometry : value
  } catch {
    return undefined
  }
}

function isFeature(value: unknown): value is { geometry: unknown } {
  return typeof value === 'object' && value !== null && 'geometry' in value
}

function parseLines(text: string, language: string | undefined): unknown {
  const rings = parseRings(text, language)
  if (!rings || rings.length === 0) return undefined
  return { type: 'Polygon', coordinates: rings.map((ring) => [...ring, ring[0]]) }
}

/**
 * Parses the rings of an area like `parseTypedPolygon`, each without its repeated corner. Longitudes of lines run on
 * past 180 degrees where the area crosses the antimeridian.
 * @returns undefined if the text is something else
 */
export function parseTypedRings(text: string, language?: string): Pair[][] | undefined {
  if (!text.trimStart().startsWith('{')) return parseRings(text, language)
  const { coordinates } = Object(parseJson(text)) as { coordinates?: unknown }
  return isRings(coordinates) ? coordinates.map(openRing) : undefined
}

function isRings(value: unknown): value is Pair[][] {
  const isList = (list: unknown, isItem: (item: unknown) => boolean) =>
    Array.isArray(list) && list.length > 0 && list.every(isItem)
  const isPair = (pair: unknown) => isList(pair, Number.isFinite) && (pair as unknown[]).length >= 2
  return isList(value, (ring) => isList(ring, isPair))
}

function parseRings(text: string, language: string | undefined): Pair[][] | undefined {
  const blocks = text.replaceAll('\r\n', '\n').split(/\n\s*\n/)
  const rings: Pair[][] = []
  for (const block of blocks) {
    const lines = block.split('\n').filter((line) => line.trim() !== '')
    const ring = parseRing(lines, { near: rings[0]?.[0]?.[0], language })
    if (!ring) return undefined
    if (ring.length > 0) rings.push(ring)
  }
  return rings
}

/** @param near longitude next to which the ring starts; any by default */
function parseRing(
  lines: readonly string[],
  { near, language }: { near: number | undefined; language: string | undefined },
): Pair[] | undefined {
  const ring: Pair[] = []
  for (const line of lines) {
    const position = parseTypedPosition(line, language)
    if (!position) return undefined
    const { latitude, longitude } = position
    ring.push([turnNextTo(longitude, ring.at(-1)?.[0] ?? near ?? longitude), latitude])
  }
  return openRing(ring)
}

/** Leaves out a last corner that repeats the first. */
function openRing(ring: Pair[]): Pair[] {
  const isClosed = ring.length > 1 && ring[0]?.join() === ring.at(-1)?.join()
  return isClosed ? ring.slice(0, -1) : ring
}

/** Adds whole turns to a longitude, so that it is within 180 degrees of another. */
function turnNextTo(longitude: number, other: number): number {
  return longitude + Math.round((other - longitude) / 360) * 360
}
