import type { RowToCheck, CheckedRow } from './checked-row.ts'
import type { CheckOptions, KnownImage } from './check-options.ts'
import { checkFile, type CheckedFile, type FileDetails } from './check-file.ts'
import { checkExpectedSha256, checkSha256 } from './check-fixity.ts'
import { checkNewImage } from './check-new-image.ts'
import { checkReplacedImage } from './check-replaced-image.ts'
import { checkUrl } from './check-url.ts'
import { checkText } from './check-text.ts'
import { isFileUrl } from './file-url.ts'
import type { Finding } from '../../tables/finding.ts'
import type { PlannedImage } from './planned-image.ts'
import { createRowReport, rowKey, type RowReport } from './row-report.ts'

/** Checks one row and its file. The findings are in column order. */
export async function checkRow(input: RowToCheck): Promise<CheckedRow> {
  const checked = await checkCells(input)
  const { columns, findings } = input.manifest
  const columnIndex = ({ column }: Finding): number =>
    columns.findIndex((known) => known === column)
  return {
    ...checked,
    findings: checked.findings
      .filter((finding) => !isMissingColumn(finding, findings))
      .sort((one, other) => columnIndex(one) - columnIndex(other)),
  }
}

/** A missing column is reported once for the manifest instead of for every row. */
function isMissingColumn(
  { column, value }: Finding,
  manifestFindings: readonly Finding[],
): boolean {
  const missing = manifestFindings.some(
    (one) => one.code === 'column.missing' && one.column === column,
  )
  return column !== null && value === null && missing
}

async function checkCells(input: RowToCheck): Promise<CheckedRow> {
  const { manifest, row, options } = input
  if (row.isUnreadable) return { row, findings: [...row.findings] }
  const findings: Finding[] = row.findings.map((finding) => ({ ...finding, row_key: rowKey(row) }))
  const report = createRowReport(manifest, row, findings)
  checkText(row, report)
  const target = await checkImage(input, findings, report)
  const sha256 = checkExpectedSha256(row, report)
  if (await isFileMoved(input, target)) return { row, findings, place: target?.place }
  const file = await checkRowFile(input, shouldHash(options, sha256), report)
  checkSha256(file?.sha256, sha256, report)
  await warnIfImageExists(input, { file, collection: target?.collection }, report)
  const hasErrors = findings.some(isError)
  if (file === undefined) return { row, findings }
  if (hasErrors || target === undefined) return { row, findings, file }
  const image = { ...toPlannedFile(input, file, sha256), ...target }
  return { row, findings, image, file }
}

async function checkRowFile(
  { row, findFile, options }: RowToCheck,
  shouldHash: boolean,
  report: RowReport,
): Promise<FileDetails | undefined> {
  return isFileUrl(row.values.file)
    ? await checkUrl(row, findFile, { ...options, shouldHash }, report)
    : await checkFile(row, findFile, shouldHash, report)
}

/** The search for duplicates compares the files, too. */
function shouldHash({ hashFirst, findKnownImage }: CheckOptions, expected?: string): boolean {
  return hashFirst === true || (findKnownImage !== undefined && expected === undefined)
}

function toPlannedFile({ manifest, row }: RowToCheck, file: FileDetails, sha256?: string) {
  const expected = sha256 ?? file.sha256
  return {
    ...toCheckedFile(file),
    row: row.row,
    line: row.line,
    key: rowKey(row),
    file: row.values.file ?? '',
    ...(expected !== undefined && { sha256: expected }),
    ...(manifest.format === 'folder' && { sidecar: file.path.replace(/\.[^.]*$/, '.json') }),
  }
}

function toCheckedFile({ path, size, contentType, modifiedAt }: FileDetails): CheckedFile {
  return { path, size, contentType, ...(modifiedAt !== undefined && { modifiedAt }) }
}

type Target = Pick<PlannedImage, 'collection' | 'metadata' | 'place' | 'replaces'>

/** Checks the cells about the new image, or about the image whose file the row replaces. */
async function checkImage(
  input: RowToCheck,
  findings: readonly Finding[],
  report: RowReport,
): Promise<Target | undefined> {
  const { findReplaceable } = input.options
  return findReplaceable
    ? await checkReplacedImage(input, findReplaceable, report)
    : await checkNewImage(input, findings, report)
}

async function warnIfImageExists(
  { options: { findKnownImage }, row: { values } }: RowToCheck,
  { file, collection }: { file: FileDetails | undefined; collection: number | undefined },
  report: RowReport,
): Promise<void> {
  if (findKnownImage === undefined) return
  const sha256 = values.sha256?.toLowerCase() ?? file?.sha256
  const { reference_id: referenceId } = values
  const known = await findKnownImage({
    ...(sha256 !== undefined && { sha256 }),
    ...(referenceId !== undefined && { referenceId }),
    ...(collection !== undefined && { collection }),
  })
  if (known === undefined) return
  report.warning('likely.duplicate_on_server', COLUMNS[known.by], describeImage(known))
}

const COLUMNS = { sha256: 'file', reference_id: 'reference_id' } as const

function describeImage({ id, url, by, otherCollection }: KnownImage): string {
  const image =
    otherCollection === undefined
      ? `The image may already exist: image ${id}`
      : `Image ${id} in the collection ${JSON.stringify(otherCollection)}`
  return `${image} has the same ${by === 'sha256' ? 'content' : by} (${url}).`
}

function isError({ severity }: Finding): boolean {
  return severity === 'error'
}

/** Whether the row is imported and its file no longer exists. Reports such a row to the options. */
async function isFileMoved(
  { row, findFile, options }: RowToCheck,
  target: Target | undefined,
): Promise<boolean> {
  const { file } = row.values
  if (file === undefined || options.isImported === undefined) return false
  if ('path' in (await findFile(file)) || !options.isImported(rowKey(row), file)) return false
  options.onFileMoved?.(row, target?.place)
  options.onImported?.(row, target?.collection)
  return true
}
