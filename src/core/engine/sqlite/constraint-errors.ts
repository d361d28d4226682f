import { sql } from 'kysely'
import type { Tx } from '../../db/store.ts'

/** Which rule of the tables a statement broke. */
export type Violation =
  | { rule: 'unique'; columns: string[] }
  /** A row refers to one that is not there. */
  | { rule: 'reference' }

const UNIQUE = /^UNIQUE constraint failed: (.+)$/

/** Reads SQLite's error; undefined for every other one. `columns` are bare names: `slug`. */
export function violationOf(error: unknown): Violation | undefined {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return { rule: 'reference' }
  const columns = UNIQUE.exec(message ?? '')?.[1]
  if (columns === undefined) return undefined
  return { rule: 'unique', columns: columns.split(', ').map((name) => name.replace(/^.*\./, '')) }
}

/** Runs a statement whose reference may point at a row that comes later; the commit requires it. */
export async function withLateReferences(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(tx)
  await work()
  await sql`pragma defer_foreign_keys = off`.execute(tx)
}
