import { sql } from 'kysely'
import type { Tx } from '../../db/store.ts'

/** A constraint that a statement violated. */
export type Violation =
  | { rule: 'unique'; columns: string[] }
  /** A foreign key without its row. */
  | { rule: 'reference' }

const UNIQUE = /^UNIQUE constraint failed: (.+)$/

/** Parses a constraint error of SQLite; returns undefined for other errors. `columns` are bare names: `slug`. */
export function toViolation(error: unknown): Violation | undefined {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return { rule: 'reference' }
  const columns = UNIQUE.exec(message ?? '')?.[1]
  if (columns === undefined) return undefined
  return { rule: 'unique', columns: columns.split(', ').map((name) => name.replace(/^.*\./, '')) }
}

/** Runs a statement whose foreign key may refer to a row that is inserted later in the transaction. */
export async function withDeferredReferences(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(tx)
  await work()
  await sql`pragma defer_foreign_keys = off`.execute(tx)
}
