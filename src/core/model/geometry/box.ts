import { CatalogError } from '../../errors.ts'
import { MAX_LATITUDE } from './geometry.ts'

/** From west to east, both inclusive, in degrees. */
export interface Span {
  west: number
  east: number
}

/** A part of the map between two latitudes and two meridians, edges inclusive. */
export interface Box {
  south: number
  north: number
  /** The same meridians in every turn that a longitude from −360 to 360 may be written in; null is all. */
  spans: readonly Span[] | null
}

/** Whether nothing on Earth is outside. */
export function isEverywhere({ south, north, spans }: Box): boolean {
  return spans === null && south === -MAX_LATITUDE && north === MAX_LATITUDE
}

const WHOLE_TURN = 360
/** Longitudes are written in at most so many turns to either side. */
const TURNS = [-3, -2, -1, 0, 1, 2, 3]

/**
 * Reads `west,south,east,north`. West above east is a box across the antimeridian.
 * @throws CatalogError kind `invalid` with a sentence about what is wrong
 */
export function parseBox(text: string): Box {
  const numbers = text.split(',').map((part) => decimal(part.trim()))
  const [west, south, east, north] = numbers
  if (
    numbers.length !== 4 ||
    west === undefined ||
    south === undefined ||
    east === undefined ||
    north === undefined
  ) {
    throw refused('should be four numbers, west,south,east,north')
  }
  requireLatitudes(south, north)
  requireLongitude(west, 'west')
  requireLongitude(east, 'east')
  return { south, north, spans: spansBetween(west, east) }
}

function requireLatitudes(south: number, north: number): void {
  const isInside = (latitude: number): boolean => Math.abs(latitude) <= MAX_LATITUDE
  if (!isInside(south) || !isInside(north)) {
    throw refused('has a latitude that is not between -90 and 90')
  }
  if (south > north) throw refused('has its south above its north')
}

function requireLongitude(longitude: number, name: string): void {
  if (Math.abs(longitude) <= WHOLE_TURN) return
  throw refused(`has a ${name} that is not between -360 and 360`)
}

/** Only whole turns are added, so that an edge that is asked for in its own turn stays exactly as it is. */
function spansBetween(west: number, east: number): Span[] | null {
  if (east - west >= WHOLE_TURN) return null
  const ahead = east < west ? Math.ceil((west - east) / WHOLE_TURN) : 0
  return TURNS.map((turn) => ({
    west: west + turn * WHOLE_TURN,
    east: east + (turn + ahead) * WHOLE_TURN,
  })).filter((span) => span.west <= WHOLE_TURN && span.east >= -WHOLE_TURN)
}

function decimal(text: string): number | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

function refused(problem: string): CatalogError {
  return new CatalogError('invalid', `in_bbox ${problem}.`)
}
