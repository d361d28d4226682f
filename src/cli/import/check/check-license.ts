import { findClosestMatch } from '../../terminal/closest-match.ts'
import type { RowReport } from './row-report.ts'

export interface KnownLicense {
  name: string
  display_name: string
}

/** Returns the license that a row names if the instance has it, ignoring case. */
export function checkLicense(
  value: string | undefined,
  licenses: readonly KnownLicense[] | undefined,
  report: RowReport,
): string | undefined {
  if (value === undefined || licenses === undefined) return value
  const folded = value.toLowerCase()
  if (licenses.some(({ name }) => name.toLowerCase() === folded)) return value
  const message = 'The instance does not have this license.'
  return report.error('license.unknown', 'license_name', message, suggestLicense(value, licenses))
}

function suggestLicense(value: string, licenses: readonly KnownLicense[]): string | undefined {
  const normalized = normalizeName(value)
  const same = licenses.find(
    ({ name, display_name }) =>
      normalizeName(name) === normalized || normalizeName(display_name) === normalized,
  )
  if (same) return same.name
  const byName = findClosestMatch(
    value,
    licenses.map(({ name }) => name),
  )
  if (byName !== undefined) return byName
  const byDisplayName = findClosestMatch(
    value,
    licenses.map(({ display_name }) => display_name),
  )
  return licenses.find(({ display_name }) => display_name === byDisplayName)?.name
}

/** Makes `CC BY 4.0` and `cc-by-4.0` equal. */
function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
