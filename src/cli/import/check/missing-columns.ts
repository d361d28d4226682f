import type { Manifest } from '../manifest/manifest.ts'
import { manifestFinding, type Finding } from './finding.ts'
import type { Tally } from './tally.ts'

/** What no row says, told once where there is no such column, instead of in every row. */
export function findMissingColumns(
  { columns }: Manifest,
  { rows, collections, rowsWithLicense, isNothingLeft }: Tally,
  usualCollection: number | undefined,
): Finding[] {
  const findings: Finding[] = []
  if (isNothingLeft) return findings
  if (!columns.includes('collection') && collections.size === 0 && usualCollection === undefined) {
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
