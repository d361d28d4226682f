import type { RowToCheck, CheckedRow } from './checked-row.ts'
import type { ManifestRow } from '../manifest/manifest-row.ts'
import type { PlannedImage } from './planned-image.ts'
import type { CheckOptions } from './check-options.ts'
import { checkFile, type CheckedFile, type FileDetails } from './check-file.ts'
import { checkExpectedSha256 } from './check-fixity.ts'
import { checkNewImage } from './check-new-image.ts'
import { checkReplacedImage } from './check-replaced-image.ts'
import { checkText } from './check-text.ts'
import type { Finding } from './finding.ts'
import { createRowReport, rowKey, type RowReport } from './row-report.ts'

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
  const { manifest, row, findFile, options } = given
  if (row.isUnreadable) return { row, findings: [...row.findings] }
  const findings: Finding[] = row.findings.map((finding) => ({ ...finding, row_key: rowKey(row) }))
  const report = createRowReport(manifest, row, findings)
  checkText(row, report)
  const said = await checkImage(given, findings, report)
  const sha256 = checkExpectedSha256(row, report)
  if (await isFileMoved(given, said)) return { row, findings }
  const file = await checkFile(row, findFile, options.hashFirst === true, report)
  await warnIfImageExists(options, row, file, report)
  const wrong = findings.some(isError)
  if (file === undefined) return { row, findings }
  if (wrong || said === undefined) return { row, findings, file }
  const { path } = file
  const expected = sha256 ?? file.sha256
  const image: PlannedImage = {
    ...toCheckedFile(file),
    row: row.row,
    line: row.line,
    key: rowKey(row),
    file: row.values.file ?? '',
    ...(expected !== undefined && { sha256: expected }),
    ...said,
    ...(manifest.format === 'folder' && { sidecar: path.replace(/\.[^.]*$/, '.json') }),
  }
  return { row, findings, image, file }
}

function toCheckedFile({ path, size, contentType, modifiedAt }: FileDetails): CheckedFile {
  return { path, size, contentType, ...(modifiedAt !== undefined && { modifiedAt }) }
}

/** What becomes of the row's file: a new image, or the file of one that is there. */
async function checkImage(given: RowToCheck, findings: readonly Finding[], report: RowReport) {
  const { findReplaceable } = given.options
  return findReplaceable
    ? await checkReplacedImage(given, findReplaceable, report)
    : await checkNewImage(given, findings, report)
}

async function warnIfImageExists(
  { findKnownImage }: CheckOptions,
  { values }: ManifestRow,
  file: FileDetails | undefined,
  report: RowReport,
): Promise<void> {
  if (findKnownImage === undefined) return
  const sha256 = values.sha256?.toLowerCase() ?? file?.sha256
  const { reference_id: referenceId } = values
  const known = await findKnownImage({
    ...(sha256 !== undefined && { sha256 }),
    ...(referenceId !== undefined && { referenceId }),
  })
  if (known === undefined) return
  const column = known.by === 'sha256' ? 'file' : 'reference_id'
  const message = `The image may already exist: image ${known.id} has the same ${known.by === 'sha256' ? 'content' : 'reference_id'}.`
  report.warning('likely.duplicate_on_server', column, message)
}

function isError({ severity }: Finding): boolean {
  return severity === 'error'
}

/** What is imported is not looked for again. */
async function isFileMoved(
  { row, findFile, options }: RowToCheck,
  said: { collection: number } | undefined,
): Promise<boolean> {
  const { file } = row.values
  if (file === undefined || options.isImported === undefined) return false
  if ('path' in (await findFile(file)) || !options.isImported(rowKey(row))) return false
  options.onFileMoved?.(row)
  options.onImported?.(row, said?.collection)
  return true
}
