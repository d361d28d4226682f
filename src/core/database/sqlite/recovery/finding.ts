import type { FoundRow } from './found-row.ts'
import type { StoredTable } from './tables.ts'

/** A difference between the recovered database and the damaged one. */
export interface RecoveryFinding {
  code: 'lost_page' | 'refused_row' | 'lost_reference' | 'placeholder'
  table: string
  /** The key of the row, or the number of the page. */
  key: string
  message: string
}

/** Creates a finding about one row. */
export function describeRow(
  code: RecoveryFinding['code'],
  { name, key }: Pick<StoredTable, 'name' | 'key'>,
  row: FoundRow,
  message: string,
): RecoveryFinding {
  return { code, table: name, key: key.map((column) => String(row[column])).join(' '), message }
}
