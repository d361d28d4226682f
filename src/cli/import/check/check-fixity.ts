import type { ManifestRow } from '../manifest/manifest-row.ts'
import type { RowReport } from './row-report.ts'

/** Returns the SHA-256 that a row expects of its file, in lower case. */
export function checkExpectedSha256(
  { values }: ManifestRow,
  report: RowReport,
): string | undefined {
  if (values.sha256 === undefined) return undefined
  if (/^[0-9a-f]{64}$/i.test(values.sha256)) return values.sha256.toLowerCase()
  return report.error('sha256.invalid', 'sha256', 'Must be 64 hexadecimal digits.')
}
