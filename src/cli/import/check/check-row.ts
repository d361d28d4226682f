import type { Manifest, ManifestRow } from '../manifest/manifest.ts'
import type { PlannedImage } from '../plan.ts'
import type { CheckOptions } from './check.ts'
import { checkContract } from './check-contract.ts'
import { checkFile } from './check-file.ts'
import { checkMetadata } from './check-metadata.ts'
import type { FileFinder } from './find-file.ts'
import type { Finding } from './finding.ts'
import { reportOnRow, rowKey, type Report } from './report-row.ts'

export interface RowToCheck {
  manifest: Manifest
  row: ManifestRow
  find: FileFinder
  options: Pick<CheckOptions, 'collection' | 'vocabulary'>
  /** Line of an earlier row with the same key. */
  first: number | undefined
}

export interface CheckedRow {
  row: ManifestRow
  findings: Finding[]
  /** Only without errors. */
  image?: PlannedImage
}

/** Checks one row and its file. */
export async function checkRow(given: RowToCheck): Promise<CheckedRow> {
  const { manifest, row, find, options } = given
  if (row.unreadable) return { row, findings: [...row.findings] }
  const findings: Finding[] = row.findings.map((finding) => ({ ...finding, row_key: rowKey(row) }))
  const report = reportOnRow(manifest, row, findings)
  checkKey(given, report)
  const metadata = checkMetadata(row, options.vocabulary, report)
  if (row.values.license_name === undefined && manifest.columns.includes('license_name')) {
    report.warning('license.empty', 'license_name', 'No license is named.')
  }
  checkContract(metadata, findings, report)
  const collection = checkCollection(manifest, row, options.collection, report)
  const sha256 = checkFixity(row, report)
  const file = await checkFile(row, find, report)
  const wrong = findings.some(({ severity }) => severity === 'error')
  if (wrong || file === undefined || collection === undefined) return { row, findings }
  const image: PlannedImage = {
    ...file,
    row: row.row,
    line: row.line,
    key: rowKey(row),
    file: row.values.file ?? '',
    collection,
    ...(sha256 !== undefined && { sha256 }),
    metadata,
  }
  return { row, findings, image }
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
