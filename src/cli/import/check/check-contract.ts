import type { ZodType } from 'zod'
import { importCommit } from '../../../core/contract/import.ts'
import { COLUMNS } from '../../tables/columns.ts'
import type { Finding } from '../../tables/finding.ts'
import type { RowReport } from './row-report.ts'

const body = importCommit.omit({ slot_id: true })

/**
 * Reports what the API would reject after the upload, with its own messages. Columns that already have an
 * error are left out.
 * @param metadata members of the request
 * @param schema schema of the request body; a commit's by default
 */
export function checkContract(
  metadata: object,
  findings: readonly Finding[],
  report: RowReport,
  schema: ZodType = body,
): void {
  const { error } = schema.safeParse(metadata)
  for (const { path, message } of error?.issues ?? []) {
    const column = COLUMNS.find((column) => column === path[0])
    const hasError = findings.some(
      (finding) => finding.column === column && finding.severity === 'error',
    )
    if (column !== undefined && !hasError) report.error(`${column}.refused`, column, message)
  }
}
