import type { Manifest, ManifestRow } from '../manifest/manifest.ts'
import type { PlannedImage } from '../plan.ts'
import type { CheckOptions } from './check.ts'
import { checkContract } from './check-contract.ts'
import { checkDate } from './check-date.ts'
import { checkFile, type FileTraits } from './check-file.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkText } from './check-text.ts'
import type { FileFinder } from './find-file.ts'
import type { Finding } from './finding.ts'
import { reportOnRow, rowKey, type Report } from './report-row.ts'

export interface RowToCheck {
  manifest: Manifest
  row: ManifestRow
  find: FileFinder
  options: CheckOptions
  /** Line of an earlier row with the same key. */
  first: number | undefined
}

export interface CheckedRow {
  row: ManifestRow
  findings: Finding[]
  /** Only without errors. */
  image?: PlannedImage
  /** What is known of its file, if it is one that can be sent. */
  file?: FileTraits
}

/** Checks one row and its file; what is found stands in the order of columns. */
export async function checkRow(given: RowToCheck): Promise<CheckedRow> {
  const checked = await checkCells(given)
  const { columns, findings } = given.manifest
  const place = ({ column }: Finding): number => columns.findIndex((one) => one === column)
  return {
    ...checked,
    findings: checked.findings
      .filter((finding) => !isMissingColumn(finding, findings))
      .sort((one, other) => place(one) - place(other)),
  }
}

/** What was told once about the manifest need not be told of every row. */
function isMissingColumn({ column, value }: Finding, whole: readonly Finding[]): boolean {
  const missing = whole.some((one) => one.code === 'column.missing' && one.column === column)
  return column !== null && value === null && missing
}

async function checkCells(given: RowToCheck): Promise<CheckedRow> {
  const { manifest, row, find, options } = given
  if (row.unreadable) return { row, findings: [...row.findings] }
  const findings: Finding[] = row.findings.map((finding) => ({ ...finding, row_key: rowKey(row) }))
  const report = reportOnRow(manifest, row, findings)
  checkKey(given, report)
  checkText(row, report)
  const metadata = checkMetadata(row, options.vocabulary, report)
  checkDate(row, options.today, report)
  checkLicensed(manifest, row, report)
  checkContract(metadata, findings, report)
  const collection = checkCollection(manifest, row, options.collection, report)
  const sha256 = checkFixity(row, report)
  if (await isPutAside(given)) return { row, findings }
  const file = await checkFile(row, find, options.hashFirst === true, report)
  await checkServer(options, row, file, report)
  const wrong = findings.some(isError)
  if (file === undefined) return { row, findings }
  if (wrong || collection === undefined) return { row, findings, file }
  const { path, size, contentType } = file
  const expected = sha256 ?? file.sha256
  const image: PlannedImage = {
    path,
    size,
    contentType,
    row: row.row,
    line: row.line,
    key: rowKey(row),
    file: row.values.file ?? '',
    collection,
    ...(expected !== undefined && { sha256: expected }),
    metadata,
    ...(manifest.format === 'folder' && { sidecar: path.replace(/\.[^.]*$/, '.json') }),
  }
  return { row, findings, image, file }
}

async function checkServer(
  { knownImage }: CheckOptions,
  { values }: ManifestRow,
  file: FileTraits | undefined,
  report: Report,
): Promise<void> {
  if (knownImage === undefined) return
  const sha256 = values.sha256?.toLowerCase() ?? file?.sha256
  const { reference_id: referenceId } = values
  const known = await knownImage({
    ...(sha256 !== undefined && { sha256 }),
    ...(referenceId !== undefined && { referenceId }),
  })
  if (known === undefined) return
  const column = known.by === 'sha256' ? 'file' : 'reference_id'
  const message = `The instance has it already: image ${known.id} has the same ${known.by === 'sha256' ? 'content' : 'reference'}.`
  report.warning('likely.duplicate_on_server', column, message)
}

function checkLicensed({ columns }: Manifest, { values }: ManifestRow, report: Report): void {
  if (values.license_name !== undefined || !columns.includes('license_name')) return
  report.warning('license.empty', 'license_name', 'No license is named.')
}

function isError({ severity }: Finding): boolean {
  return severity === 'error'
}

/** What is imported is not looked for again. */
async function isPutAside({ row, find, options }: RowToCheck): Promise<boolean> {
  const { file } = row.values
  if (file === undefined || !options.isImported?.(rowKey(row))) return false
  if ('path' in (await find(file))) return false
  options.onPutAside?.(row)
  return true
}

function checkKey({ row, first }: RowToCheck, report: Report): void {
  if (first === undefined) return
  report.error(
    'row.duplicate_key',
    row.values.row_id === undefined ? 'file' : 'row_id',
    `The same stands in line ${first}. Give each row a row_id of its own if both are meant.`,
  )
}

function checkCollection(
  { columns }: Manifest,
  { values }: ManifestRow,
  usual: number | undefined,
  report: Report,
): number | undefined {
  if (values.collection === undefined) {
    if (usual !== undefined || !columns.includes('collection')) return usual
    return report.error(
      'collection.missing',
      'collection',
      'No collection is named, neither here nor with --collection.',
    )
  }
  if (/^[1-9]\d{0,14}$/.test(values.collection)) return Number(values.collection)
  return report.error(
    'collection.invalid',
    'collection',
    'It should be the number of a collection.',
  )
}

function checkFixity({ values }: ManifestRow, report: Report): string | undefined {
  if (values.sha256 === undefined) return undefined
  if (/^[0-9a-f]{64}$/i.test(values.sha256)) return values.sha256.toLowerCase()
  return report.error('sha256.invalid', 'sha256', 'It should be 64 hexadecimal digits.')
}
