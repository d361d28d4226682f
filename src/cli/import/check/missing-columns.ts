import type { Manifest } from '../../tables/manifest.ts'
import { manifestFinding, type Finding } from '../../tables/finding.ts'
import type { Tally } from './tally.ts'

/** Reports a missing collection or license once for the manifest instead of for every row. */
export function findMissingColumns(
  { columns }: Manifest,
  { rows, collections, rowsWithLicense, isNothingLeft }: Tally,
  defaultCollection: number | undefined,
): Finding[] {
  const findings: Finding[] = []
  if (isNothingLeft) return findings
  if (
    !columns.includes('collection') &&
    collections.size === 0 &&
    defaultCollection === undefined
  ) {
    const message = 'No collection is set. Use --collection, or add a column "collection".'
    findings.push(manifestFinding('collection.missing', message, { column: 'collection' }))
  }
  if (!columns.includes('license_name') && rowsWithLicense === 0 && rows > 0) {
    const message = 'No license is set: no row has a license_name.'
    const column = 'license_name'
    findings.push(manifestFinding('license.empty', message, { severity: 'warning', column }))
  }
  return findings
}
