import type { ManifestRow } from '../../tables/manifest-row.ts'
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

export function checkSha256(
  actual: string | undefined,
  expected: string | undefined,
  report: RowReport,
): void {
  if (actual === undefined || expected === undefined || actual === expected) return
  report.error('file.sha256_mismatch', 'sha256', 'The file has a different SHA-256.', actual)
}
