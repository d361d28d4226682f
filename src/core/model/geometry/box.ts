import { CatalogError } from '../../base/errors.ts'
import type { Coordinate } from './geodesic.ts'
import type { ShownOnMap } from '../tiles/shown-on-map.ts'
import { extentAround } from './extent.ts'
import { MAX_LATITUDE } from './coordinate-limits.ts'

/** From west to east, both inclusive, in degrees. */
export interface Span {
  west: number
  east: number
}

/** A bounding box, edges inclusive. */
export interface Box {
  south: number
  north: number
  /** The range of longitudes, repeated for every turn from −360 to 360; null if it covers all longitudes. */
  spans: readonly Span[] | null
  /** The marks of a map that count as in the box; by default, all places. */
  shown?: ShownOnMap
}

export const EVERYWHERE: Box = { south: -MAX_LATITUDE, north: MAX_LATITUDE, spans: null }

/** Whether the box covers the globe. */
export function isEverywhere({ south, north, spans }: Box): boolean {
  return spans === null && south === -MAX_LATITUDE && north === MAX_LATITUDE
}

const WHOLE_TURN = 360

/** The turns that a longitude may be written in. */
const TURNS = [-3, -2, -1, 0, 1, 2, 3]

/**
 * Parses `west,south,east,north`. A box with west greater than east crosses the antimeridian.
 * @param parameter its name, for the error
 * @throws CatalogError kind `invalid`
 */
export function parseBox(text: string, parameter = 'in_bbox'): Box {
  const numbers = text.split(',').map((part) => parseDecimal(part.trim()))
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers
  const problem =
    numbers.length !== 4 || numbers.includes(undefined)
      ? 'should be four numbers, west,south,east,north'
      : findProblem({ west, south, east, north })
  if (problem !== undefined) throw new CatalogError('invalid', `${parameter} ${problem}.`)
  return { south, north, spans: computeSpans(west, east) }
}

/** The smallest box around a circle, with a margin of a few per mille. @param radius in meters */
export function boxAround(position: Coordinate, radius: number): Box {
  const [west, south, east, north] = extentAround(position, radius)
  return { south, north, spans: computeSpans(west, east) }
}

type Edges = Record<'west' | 'south' | 'east' | 'north', number>

function findProblem({ west, south, east, north }: Edges): string | undefined {
  const isLatitude = (degrees: number): boolean => Math.abs(degrees) <= MAX_LATITUDE
  const isLongitude = (degrees: number): boolean => Math.abs(degrees) <= WHOLE_TURN
  if (!isLatitude(south) || !isLatitude(north))
    return 'has a latitude that is not between -90 and 90'
  if (south > north) return 'has its south above its north'
  if (!isLongitude(west)) return 'has a west that is not between -360 and 360'
  if (!isLongitude(east)) return 'has a east that is not between -360 and 360'
  return undefined
}

/** Adds whole turns only, so that rounding does not change an edge in its own turn. */
function computeSpans(west: number, east: number): Span[] | null {
  if (east - west >= WHOLE_TURN) return null
  const ahead = east < west ? Math.ceil((west - east) / WHOLE_TURN) : 0
  return TURNS.map((turn) => ({
    west: west + turn * WHOLE_TURN,
    east: east + (turn + ahead) * WHOLE_TURN,
  })).filter((span) => span.west <= WHOLE_TURN && span.east >= -WHOLE_TURN)
}

function parseDecimal(text: string): number | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}
