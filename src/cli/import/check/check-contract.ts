import { importCommit } from '../../../core/contract/import.ts'
import type { ImageMetadata } from './check-metadata.ts'
import { COLUMNS } from '../manifest/columns.ts'
import type { Finding } from './finding.ts'
import type { Report } from './report-row.ts'

const body = importCommit.omit({ slot_id: true })

/**
 * Reports what the interface would refuse when the picture is already sent, in its own words; a column
 * that an error was found in before is left out.
 */
export function checkContract(
  metadata: ImageMetadata,
  findings: readonly Finding[],
  report: Report,
): void {
  const { error } = body.safeParse(metadata)
  for (const { path, message } of error?.issues ?? []) {
    const column = COLUMNS.find((column) => column === path[0])
    const told = findings.some(
      (finding) => finding.column === column && finding.severity === 'error',
    )
    if (column !== undefined && !told) report.error(`${column}.refused`, column, message)
  }
}
