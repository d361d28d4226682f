import type { ZodType } from 'zod'
import { importCommit } from '../../../core/contract/import.ts'
import type { ImageMetadata } from './check-metadata.ts'
import { COLUMNS } from '../manifest/columns.ts'
import type { Finding } from './finding.ts'
import type { RowReport } from './row-report.ts'

const body = importCommit.omit({ slot_id: true })

/**
 * Reports what the interface would refuse when the picture is already sent, in its own words; a column
 * that an error was found in before is left out.
 * @param schema of the body that will be sent; a commit's by default
 */
export function checkContract(
  metadata: Partial<ImageMetadata>,
  findings: readonly Finding[],
  report: RowReport,
  schema: ZodType = body,
): void {
  const { error } = schema.safeParse(metadata)
  for (const { path, message } of error?.issues ?? []) {
    const column = COLUMNS.find((column) => column === path[0])
    const told = findings.some(
      (finding) => finding.column === column && finding.severity === 'error',
    )
    if (column !== undefined && !told) report.error(`${column}.refused`, column, message)
  }
}
