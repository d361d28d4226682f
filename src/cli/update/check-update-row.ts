import { imageUpdate, type ImageUpdate } from '../../core/contract/image-update.ts'
import { checkContract } from '../import/check/check-contract.ts'
import { checkDate } from '../import/check/check-date.ts'
import type { KnownLicense } from '../import/check/check-license.ts'
import { checkPlace, type PlaceOptions } from '../import/check/check-place.ts'
import { checkPresentCells } from '../import/check/check-metadata.ts'
import { parseImageId } from '../import/check/check-replaced-image.ts'
import { checkText } from '../import/check/check-text.ts'
import type { Finding } from '../tables/finding.ts'
import type { SubjectFinder } from '../import/check/find-subject.ts'
import { resolveSubjects } from '../import/check/resolve-subjects.ts'
import { createRowReport, rowKey, type RowReport } from '../import/check/row-report.ts'
import type { Manifest } from '../tables/manifest.ts'
import type { ManifestRow } from '../tables/manifest-row.ts'
import { CLEARABLE, type ClearableColumn } from './clearable-columns.ts'
import type { FindUnedited } from './unedited-cells.ts'
import type { PlannedUpdate } from './update-result.ts'

/** Finds the image id of an import's row: undefined if the row is unknown, null if it has no image yet. */
export type FindImported = (key: string) => number | null | undefined

export interface UpdateCheckContext {
  manifest: Manifest
  /** Columns whose blank cells clear the value. */
  clear: readonly ClearableColumn[]
  licenses: readonly KnownLicense[]
  subjectFinder: SubjectFinder
  /** Days since 1970-01-01; later dates are errors. */
  today: number
  findUnedited: FindUnedited
  places: PlaceOptions
  /** Absent unless the rows belong to an import. */
  findImported?: FindImported
}

export interface CheckedUpdate {
  row: ManifestRow
  findings: Finding[]
  /** Absent if the row has errors. */
  planned?: PlannedUpdate
}

/** The column that names the image of the row. */
function namingColumn({ values }: ManifestRow): 'image_id' | 'row_id' | 'file' {
  if (values.image_id !== undefined) return 'image_id'
  return values.row_id === undefined ? 'file' : 'row_id'
}

/**
 * Checks one row by the rules of an import. Blank cells are valid and change nothing.
 * @param lines line numbers by image id, to find images that several rows name
 */
export async function checkUpdateRow(
  checks: UpdateCheckContext,
  row: ManifestRow,
  lines: Map<number, number>,
): Promise<CheckedUpdate> {
  const { manifest, licenses, subjectFinder, today } = checks
  if (row.isUnreadable) return { row, findings: [...row.findings] }
  const findings = row.findings.map((finding) => ({ ...finding, row_key: rowKey(row) }))
  const report = createRowReport(manifest, row, findings)
  checkText(row, report)
  const imageId = checkImage(checks, row, report)
  // Before any waiting, so that of rows checked at once the later one gets the error.
  if (imageId !== undefined) checkUniqueImage(imageId, row, lines, report)
  const given = checkPresentCells(row, licenses, report)
  if (given.subjects) given.subjects = await resolveSubjects(given.subjects, subjectFinder, report)
  if (row.values.edtf_date !== undefined) checkDate(row, { today }, report)
  checkContract(given, findings, report, imageUpdate)
  const { place, ...suggested } = checkPlace(manifest, row, checks.places, report)
  if (imageId === undefined) return { row, findings }
  const unedited = await checks.findUnedited(imageId, row, findings.filter(isError))
  const remaining = findings.filter(({ column }) => column === null || !unedited.has(column))
  if (remaining.some(isError)) return { row, findings: remaining }
  const clear = checks.clear.filter((column) => !unedited.has(column))
  const edited = omit({ ...clearBlankColumns(clear, given), ...suggested, ...given }, unedited)
  const wanted = orderMembers(edited)
  const unchanging = CLEARABLE.filter((column) => manifest.columns.includes(column))
  const blank = clearBlankColumns(unchanging, given)
  const image = { row: row.row, line: row.line, imageId }
  return { row, findings: remaining, planned: { ...image, wanted, blank, ...(place && { place }) } }
}

/** Without the column, the table gets one finding instead of one for every row. */
export function lacksImageColumn({
  manifest: { columns },
  findImported,
}: Pick<UpdateCheckContext, 'manifest' | 'findImported'>): boolean {
  return !columns.includes('image_id') && findImported === undefined
}

function checkImage(
  checks: UpdateCheckContext,
  row: ManifestRow,
  report: RowReport,
): number | undefined {
  const { findImported } = checks
  if (row.values.image_id === undefined && lacksImageColumn(checks)) return undefined
  if (row.values.image_id !== undefined || !findImported) return parseImageId(row, report)
  const key = rowKey(row)
  const column = namingColumn(row)
  if (key === '') return report.error('image.blank', column, 'The row does not name an image.')
  const found = findImported(key)
  if (found === undefined) return report.error('row.unknown', column, 'The import has no such row.')
  const message = 'The import has not created an image for this row yet.'
  return found ?? report.error('row.not_imported', column, message)
}

function checkUniqueImage(
  imageId: number,
  row: ManifestRow,
  lines: Map<number, number>,
  report: RowReport,
): void {
  const first = lines.get(imageId)
  if (first === undefined) lines.set(imageId, row.line)
  else {
    report.error('image.duplicate', namingColumn(row), `Line ${first} names the same image.`)
  }
}

const CLEARED_VALUES: Partial<Record<ClearableColumn, unknown>> = {
  rotation: 0,
  mirror: 'none',
  subjects: [],
}

function clearBlankColumns(columns: readonly ClearableColumn[], given: object): object {
  const blank = columns.filter((column) => !Object.hasOwn(given, column))
  return Object.fromEntries(blank.map((column) => [column, CLEARED_VALUES[column] ?? null]))
}

function omit(members: ImageUpdate, names: ReadonlySet<string>): ImageUpdate {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)))
}

/** Orders members as in the contract. */
function orderMembers(wanted: ImageUpdate): ImageUpdate {
  const names = Object.keys(imageUpdate.shape) as (keyof ImageUpdate)[]
  const present = names.filter((name) => wanted[name] !== undefined)
  return Object.fromEntries(present.map((name) => [name, wanted[name]]))
}

function isError({ severity }: Finding): boolean {
  return severity === 'error'
}
