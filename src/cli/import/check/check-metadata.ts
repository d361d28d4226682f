import { MAX_CREATOR, MAX_REFERENCE_ID, MAX_TITLE } from '../../../core/base/limits.ts'
import { MAX_DATE_TEXT } from '../../../core/edtf/edtf.ts'
import type { ImportCommitRequest } from '../../../core/contract/import.ts'
import { MIRRORS, ROTATIONS } from '../../../core/contract/transform.ts'
import {
  formatStatedPosition,
  parseStatedPosition,
} from '../../../core/model/geometry/stated-position.ts'
import {
  cleanLine,
  cleanLines,
  hasCredentials,
  isBlank,
  isHttpUrl,
} from '../../../core/model/text.ts'
import type { Column } from '../../tables/columns.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import { removeDuplicates } from './resolve-subjects.ts'
import { checkLicense, type KnownLicense } from './check-license.ts'
import type { RowReport } from './row-report.ts'
import { countCodePoints } from './text-length.ts'

/** The body of a commit request without its slot. */
export type ImageMetadata = Omit<ImportCommitRequest, 'slot_id'>

const MAX_LENGTHS: [Column, number][] = [
  ['title', MAX_TITLE],
  ['original_date', MAX_DATE_TEXT],
  ['edtf_date', MAX_DATE_TEXT],
  ['creator', MAX_CREATOR],
  ['reference_id', MAX_REFERENCE_ID],
]

/** Checks the metadata of a row. The result is complete only if no error was reported. */
export function checkMetadata(
  row: ManifestRow,
  licenses: readonly KnownLicense[] | undefined,
  report: RowReport,
): ImageMetadata {
  const metadata = checkPresentCells(row, licenses, report)
  if (metadata.title === undefined) report.error('title.blank', 'title', 'The cell is blank.')
  if (metadata.original_date === undefined) {
    const message =
      'The cell is blank. If the source has no date, write undated; for all such rows: --set original_date=undated'
    report.error('original_date.blank', 'original_date', message)
  }
  return { title: '', original_date: '', edtf_date: '', ...metadata }
}

/** Checks the metadata cells that are not blank. */
export function checkPresentCells(
  row: ManifestRow,
  licenses: readonly KnownLicense[] | undefined,
  report: RowReport,
): Partial<ImageMetadata> {
  const values = cleanValues(row.values, report)
  for (const [column, limit] of MAX_LENGTHS) checkLength(column, values[column], limit, report)
  checkAddress(values.source_url, report)
  const { title, original_date, edtf_date, source_url, description } = values
  const { creator, reference_id } = values
  return removeUndefined({
    title,
    original_date,
    edtf_date,
    source_url,
    description,
    creator,
    reference_id,
    archive_position: checkStatedPosition(values.archive_position, report),
    license_name: checkLicense(values.license_name, licenses, report),
    rotation: checkRotation(values.rotation, report),
    mirror: checkMirror(values.mirror, report),
    subjects: checkSubjects(values.subjects, report),
  })
}

type Values = ManifestRow['values']

const CLEANERS: [Column, (text: string) => string][] = [
  ['title', cleanLine],
  ['original_date', cleanLine],
  ['source_url', cleanLine],
  ['description', cleanLines],
  ['creator', cleanLine],
  ['reference_id', cleanLine],
  ['license_name', cleanLine],
]

/** Cleans texts as the instance does, so that the request equals the stored image. */
function cleanValues(original: Values, report: RowReport): Values {
  const values = { ...original }
  for (const [column, clean] of CLEANERS) {
    const text = original[column]?.replaceAll('\r\n', '\n')
    if (text === undefined) continue
    const cleaned = isBlank(text) ? '' : clean(text).trim()
    if (cleaned === '') delete values[column]
    else values[column] = cleaned
    if (cleaned === text) continue
    report.warning('text.control', column, WITHOUT_CONTROL_CHARACTERS, cleaned)
  }
  return values
}

const WITHOUT_CONTROL_CHARACTERS =
  'Control and other hidden characters are removed; in a single-line text a line break becomes a space.'

function checkLength(
  column: Column,
  value: string | undefined,
  limit: number,
  report: RowReport,
): void {
  const length = countCodePoints(value ?? '')
  if (length <= limit) return
  report.error(
    `${column}.too_long`,
    column,
    `The text has ${length} characters; at most ${limit} are allowed.`,
  )
}

function checkAddress(value: string | undefined, report: RowReport): void {
  if (value === undefined) return
  if (!isHttpUrl(value)) {
    report.error('url.invalid', 'source_url', 'Must be a URL that starts with https:// or http://.')
  } else if (hasCredentials(value)) {
    report.error('url.invalid', 'source_url', 'Must be a URL without a user name or password.')
  }
}

/** @returns the position as the instance stores it */
function checkStatedPosition(value: string | undefined, report: RowReport): string | undefined {
  if (value === undefined) return undefined
  const position = parseStatedPosition(value)
  if (position) return formatStatedPosition(position)
  const message =
    'Must be latitude and longitude such as 52.374, 4.8896, with or without a direction: 52.374, 4.8896, 118.5.'
  return report.error('archive_position.invalid', 'archive_position', message)
}

function checkRotation(value: string | undefined, report: RowReport): ImageMetadata['rotation'] {
  if (value === undefined) return undefined
  const digits = value.replace(/[.,]0+$/, '')
  const rotation = ROTATIONS.find((degrees) => String(degrees) === digits)
  return rotation ?? report.error('rotation.invalid', 'rotation', 'Must be 0, 90, 180 or 270.')
}

function checkMirror(value: string | undefined, report: RowReport): ImageMetadata['mirror'] {
  if (value === undefined) return undefined
  const mirror = MIRRORS.find((mirror) => mirror === value.toLowerCase())
  return mirror ?? report.error('mirror.invalid', 'mirror', 'Must be none, h or v.')
}

function checkSubjects(value: string | undefined, report: RowReport): string[] | undefined {
  if (value === undefined) return undefined
  const all = value.split('|').map((subject) => subject.trim())
  const named = all.filter((subject) => subject !== '')
  const unique = removeDuplicates(named, report)
  return unique.length === 0 ? undefined : unique
}

function removeUndefined<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Partial<T>
}
