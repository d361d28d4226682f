import { dirname, resolve } from 'node:path'
import pLimit from 'p-limit'
import { checkFile } from './check-file.ts'
import { checkContract } from './check-contract.ts'
import { checkMetadata, type Vocabulary } from './check-metadata.ts'
import { createFileFinder, type FileFinder } from './find-file.ts'
import { manifestFinding, type Finding } from './finding.ts'
import type { Manifest, ManifestRow } from './manifest.ts'
import type { PlannedImage } from './plan.ts'
import { reportOnRow, rowKey, type Report } from './report-row.ts'

const FILES_AT_ONCE = 16

export interface CheckOptions {
  /** Folders that files are looked up in; the manifest's own when none is given. */
  roots: readonly string[]
  /** For rows that name none. */
  collection?: number
  /** What the instance knows; undefined when it is not asked. */
  vocabulary?: Vocabulary
}

export interface CheckResult {
  /** In the order of rows. */
  findings: Finding[]
  /** The rows without errors, in their order. */
  images: PlannedImage[]
  /** Rows that are not to be skipped. */
  rows: number
}

/** Checks every row of a manifest, sending nothing; all that is wrong is found at once. */
export async function checkManifest(
  manifest: Manifest,
  options: CheckOptions,
): Promise<CheckResult> {
  const roots = options.roots.length > 0 ? options.roots : [dirname(manifest.path)]
  const find = createFileFinder(roots.map((root) => resolve(root)))
  const rows = manifest.rows.filter(({ values }) => !isTruthy(values.skip))
  const atOnce = pLimit(FILES_AT_ONCE)
  const repeated = repeatedKeys(rows)
  const checked = await atOnce.map(rows, (row) =>
    checkRow({ manifest, row, find, options, first: repeated.get(row) }),
  )
  return {
    findings: [
      ...manifest.findings,
      ...missingCollections(manifest, rows, options),
      ...missingLicenses(manifest, rows),
      ...checked.flatMap(({ findings }) => findings),
    ],
    images: checked.flatMap(({ image }) => image ?? []),
    rows: rows.length,
  }
}

interface RowToCheck {
  manifest: Manifest
  row: ManifestRow
  find: FileFinder
  options: CheckOptions
  /** An earlier row with the same key. */
  first: ManifestRow | undefined
}

interface CheckedRow {
  findings: Finding[]
  image?: PlannedImage
}

async function checkRow({ manifest, row, find, options, first }: RowToCheck): Promise<CheckedRow> {
  const findings: Finding[] = []
  const report = reportOnRow(manifest, row, findings)
  if (first) {
    report.error(
      'row.duplicate_key',
      row.values.row_id === undefined ? 'file' : 'row_id',
      `The same stands in line ${first.line}. Give each row a row_id of its own if both are meant.`,
    )
  }
  const metadata = checkMetadata(row, options.vocabulary, report)
  if (row.values.license_name === undefined && manifest.columns.includes('license_name')) {
    report.warning('license.empty', 'license_name', 'No license is named.')
  }
  checkContract(metadata, findings, report)
  const collection = checkCollection(manifest, row, options.collection, report)
  const sha256 = checkFixity(row, report)
  const file = await checkFile(row, find, report)
  const wrong = findings.some(({ severity }) => severity === 'error')
  if (wrong || file === undefined || collection === undefined) return { findings }
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
  return { findings, image }
}

/** Told once where there is no such column, instead of in every row. */
function missingLicenses({ columns }: Manifest, rows: readonly ManifestRow[]): Finding[] {
  const named = rows.some(({ values }) => values.license_name !== undefined)
  if (columns.includes('license_name') || named || rows.length === 0) return []
  const message = 'No row names a license: there is no column "license_name".'
  const column = 'license_name'
  return [manifestFinding('license.empty', message, { severity: 'warning', column })]
}

/** Told once where there is no such column, instead of in every row. */
function missingCollections(
  { columns }: Manifest,
  rows: readonly ManifestRow[],
  { collection }: CheckOptions,
): Finding[] {
  const named = rows.some(({ values }) => values.collection !== undefined)
  if (columns.includes('collection') || named || collection !== undefined) return []
  const message =
    'No collection is named. Say which with --collection, or in a column "collection".'
  return [manifestFinding('collection.missing', message, { column: 'collection' })]
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

/** Each row whose key was there before, with the first row that has it. */
function repeatedKeys(rows: readonly ManifestRow[]): Map<ManifestRow, ManifestRow> {
  const firsts = new Map<string, ManifestRow>()
  const repeated = new Map<ManifestRow, ManifestRow>()
  for (const row of rows) {
    const key = rowKey(row)
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, row)
    else if (key !== '') repeated.set(row, first)
  }
  return repeated
}

function isTruthy(value: string | undefined): boolean {
  return /^(1|true|yes|y|x)$/i.test(value ?? '')
}
