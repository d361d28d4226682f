import { sql } from 'kysely'
import { perEngine } from '../engine/per-engine.ts'
import * as postgres from '../engine/postgres/errors.ts'
import * as sqlite from '../engine/sqlite/constraint-errors.ts'
import type { Violation } from '../engine/violation.ts'
import type { Tx } from './store.ts'

/** Parses a constraint error of the database; returns undefined for other errors. */
export function toViolation(error: unknown): Violation | undefined {
  return sqlite.toViolation(error) ?? postgres.toViolation(error)
}

/** Runs a statement whose foreign key may refer to a row that is inserted later in the transaction. */
export async function withDeferredReferences(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await perEngine({
    sqlite: () => sql`pragma defer_foreign_keys = on`,
    postgres: () => sql`set constraints all deferred`,
  }).execute(tx)
  await work()
  await perEngine({
    sqlite: () => sql`pragma defer_foreign_keys = off`,
    postgres: () => sql`set constraints all immediate`,
  }).execute(tx)
}
