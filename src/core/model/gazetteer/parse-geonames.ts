import { pointExtent } from '../geometry/extent.ts'
import { selectNames, type ParsedLine, type PlaceKind } from './named-place.ts'

/** By the first letter of the feature class. Others have no place of their own, such as undersea features. */
const KINDS: Record<string, PlaceKind | undefined> = {
  A: 'area',
  H: 'water',
  L: 'area',
  P: 'settlement',
  R: 'street',
  S: 'building',
  T: 'landform',
  V: 'area',
}

const COLUMNS = 19

/**
 * Parses a line of a dump of GeoNames, documented at https://download.geonames.org/export/dump/: an id, the name, its
 * ASCII form, other names, latitude, longitude, feature class and code, …, the population in column 15. Abolished and
 * destroyed places, such as those of the code PPLQ, are included, because old pictures show them.
 */
export function parseGeonames(line: string): ParsedLine {
  const columns = line.split('\t', COLUMNS + 1)
  if (columns.length !== COLUMNS)
    return { problem: `has ${columns.length} columns separated by tabs instead of ${COLUMNS}` }
  const column = (number: number): string => columns[number - 1] ?? ''
  const [latitude, longitude] = [parseDegrees(column(5), 90), parseDegrees(column(6), 180)]
  if (latitude === undefined || longitude === undefined)
    return { problem: 'has no latitude and longitude in columns 5 and 6' }
  const [name, ...otherNames] = selectNames([column(2), column(3), ...column(4).split(',', 50)])
  const kind = Object.hasOwn(KINDS, column(7)) ? KINDS[column(7)] : undefined
  if (name === undefined || kind === undefined) return 'unused'
  const extent = pointExtent({ latitude, longitude })
  return { name, otherNames, kind, extent, inhabitants: parseInhabitants(column(15)) }
}

function parseInhabitants(text: string): number {
  return /^\d{1,12}$/u.test(text) ? Number(text) : 0
}

function parseDegrees(text: string, most: number): number | undefined {
  const degrees = /^-?\d{1,3}(?:\.\d+)?$/u.test(text) ? Number(text) : Number.NaN
  return Math.abs(degrees) <= most ? degrees : undefined
}
