import type { Manifest } from '../../tables/manifest.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import { placement } from '../../../core/contract/contribution.ts'
import type { NewGeoreference } from '../../../core/contract/new-contribution.ts'
import { CONFIDENCES, SUGGEST } from '../../../core/model/confidences.ts'
import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import { parseAngle } from '../../../core/model/geometry/parse-angle.ts'
import { formatStatedPosition } from '../../../core/model/geometry/stated-position.ts'
import { parseTypedDirection } from '../../../core/model/geometry/typed-direction.ts'
import { parseTypedPosition } from '../../../core/model/geometry/typed-position.ts'
import { checkContract } from './check-contract.ts'
import type { RowReport } from './row-report.ts'

export type Confidence = NewGeoreference['confidence']

/** Camera position that a table gives for an image, with its confidence. */
export interface PlannedPlace extends Omit<NewGeoreference, 'image'> {
  /** Whether it replaces a placement that the image has. */
  replaces?: true
}

/** Options for reading the coordinates of a table. */
export interface PlaceOptions {
  /** The confidence of rows that have none. */
  places?: Confidence | typeof SUGGEST
  /** Whether images that have a placement get another one. */
  replacePlaces?: true
  /** Whether coordinates have decimal commas. */
  decimalComma?: true
}

/** Placement or suggestion that the coordinates of a row become. */
export interface CheckedPlace {
  place?: PlannedPlace
  /** The member of the image's metadata, if they are only suggested. */
  archive_position?: string
}

const request = placement.omit({ image: true, previous: true })

/**
 * Checks the coordinates of a row.
 * @returns nothing if there are none, without a confidence, and with errors
 */
export function checkPlace(
  manifest: Pick<Manifest, 'columns'>,
  row: ManifestRow,
  options: PlaceOptions,
  report: RowReport,
): CheckedPlace {
  const { values } = row
  if (values.latitude === undefined && values.longitude === undefined) return {}
  const stated = values.confidence ?? options.places
  if (stated === undefined) {
    reportNoConfidence(manifest, report)
    return {}
  }
  const confidence = checkConfidence(stated, report)
  const position = checkPosition(values, options, report)
  const direction = checkDirection(values.direction, report)
  if (!position || direction === undefined || confidence === undefined) return {}
  if (confidence === SUGGEST)
    return { archive_position: formatStatedPosition({ ...position, direction }) }
  const { confidence_notes } = values
  const place: PlannedPlace = { ...position, direction, confidence, confidence_notes }
  checkContract(place, [], report, request)
  return { place: { ...place, ...(options.replacePlaces && { replaces: true }) } }
}

/** A table without the column gets one finding instead of one for every row. */
function reportNoConfidence({ columns }: Pick<Manifest, 'columns'>, report: RowReport): void {
  if (!columns.includes('confidence')) return
  const message =
    'The cell is blank, so the image is not placed. To place it, fill in low, medium or high, or use --places.'
  report.warning('confidence.blank', 'confidence', message)
}

function checkConfidence(text: string, report: RowReport) {
  const words = [...CONFIDENCES, SUGGEST] as const
  const confidence = words.find((one) => one === text.toLowerCase())
  if (confidence !== undefined) return confidence
  return report.error('confidence.invalid', 'confidence', 'Must be low, medium, high or suggest.')
}

/** @returns null if the cell is blank */
function checkDirection(text: string | undefined, report: RowReport): number | null | undefined {
  const direction = parseTypedDirection(text ?? '')
  if (direction !== undefined) return direction
  const message = 'Must be degrees clockwise from north, such as 118.5.'
  return report.error('direction.invalid', 'direction', message)
}

/** Two numbers with decimal points. A single comma between digits may be a decimal comma. */
const PAIR = /^[+-]?\d+\.\d+\s*[,;]\s*[+-]?\d+\.\d+$/u

/** Some tables have both coordinates in the cell of one. */
function checkPosition(
  { latitude: north, longitude: east }: ManifestRow['values'],
  options: PlaceOptions,
  report: RowReport,
): Coordinate | undefined {
  const [only = '', other] = [north, east].filter((text) => text !== undefined)
  const pair = other === undefined && PAIR.test(only) ? parseTypedPosition(only) : undefined
  if (pair) return pair
  const latitude = checkAngle('latitude', north, options, report)
  const longitude = checkAngle('longitude', east, options, report)
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

function checkAngle(
  axis: 'latitude' | 'longitude',
  text: string | undefined,
  { decimalComma }: PlaceOptions,
  report: RowReport,
): number | undefined {
  if (text === undefined) {
    const other = axis === 'latitude' ? 'longitude' : 'latitude'
    return report.error('place.incomplete', axis, `The row has a ${other} but no ${axis}.`)
  }
  const withPoint = text.replace(',', '.')
  const degrees = parseAngle(decimalComma ? withPoint : text, axis)
  if (degrees !== undefined) return degrees
  const example = axis === 'latitude' ? '52.374 or 52°22\'26"N' : '4.8896 or 4°53\'22"E'
  const advice =
    parseAngle(withPoint, axis) === undefined
      ? ''
      : ' If the comma is a decimal comma: --decimal-comma'
  return report.error(`${axis}.invalid`, axis, `Must be a ${axis} such as ${example}.${advice}`)
}
