import type { Manifest } from '../../tables/manifest.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import type { PlannedImage } from './planned-image.ts'
import { checkContract } from './check-contract.ts'
import { checkDate } from './check-date.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkPlace } from './check-place.ts'
import type { RowToCheck } from './checked-row.ts'
import { resolveSubjects } from './resolve-subjects.ts'
import type { Finding } from '../../tables/finding.ts'
import type { RowReport } from './row-report.ts'

/**
 * Checks the cells of a row that creates an image.
 * @param findings the findings of the report so far
 * @returns undefined if the row has no valid collection
 */
export async function checkNewImage(
  { manifest, row, options, earlierLine }: RowToCheck,
  findings: readonly Finding[],
  report: RowReport,
): Promise<Pick<PlannedImage, 'collection' | 'metadata' | 'place'> | undefined> {
  checkKey(row, earlierLine, report)
  const metadata = checkMetadata(row, options.licenses, report)
  if (metadata.subjects) {
    metadata.subjects = await resolveSubjects(metadata.subjects, options.subjectFinder, report)
  }
  checkDate(row, options, report)
  checkLicensed(manifest, row, report)
  checkContract(metadata, findings, report)
  const collection = checkCollection(manifest, row, options.collection, report)
  const { place, ...suggested } = checkPlace(manifest, row, options, report)
  if (collection === undefined) return undefined
  return { collection, metadata: { ...suggested, ...metadata }, ...(place && { place }) }
}

function checkKey({ values }: ManifestRow, first: number | undefined, report: RowReport): void {
  if (first === undefined) return
  report.error(
    'row.duplicate_key',
    values.row_id === undefined ? 'file' : 'row_id',
    `Line ${first} has the same value. To import both rows, give each its own row_id.`,
  )
}

function checkLicensed({ columns }: Manifest, { values }: ManifestRow, report: RowReport): void {
  if (values.license_name !== undefined || !columns.includes('license_name')) return
  report.warning('license.empty', 'license_name', 'The cell is blank: no license is set.')
}

function checkCollection(
  { columns }: Manifest,
  { values }: ManifestRow,
  fallback: number | undefined,
  report: RowReport,
): number | undefined {
  if (values.collection === undefined) {
    if (fallback !== undefined || !columns.includes('collection')) return fallback
    return report.error(
      'collection.missing',
      'collection',
      'The cell is blank, and --collection is not set.',
    )
  }
  if (/^[1-9]\d{0,14}$/.test(values.collection)) return Number(values.collection)
  return report.error('collection.invalid', 'collection', 'Must be the id of a collection.')
}
