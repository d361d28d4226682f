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

/** Runs a statement after which an image may be a duplicate of one that is inserted later in the transaction. */
export async function withLaterOriginal(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await perEngine({
    sqlite: () => sql`pragma defer_foreign_keys = on`,
    postgres: () => sql`set constraints image_duplicate_of_fkey deferred`,
  }).execute(tx)
  await work()
  await perEngine({
    sqlite: () => sql`pragma defer_foreign_keys = off`,
    // It stays deferred until the end of the write.
    postgres: () => sql`select 1`,
  }).execute(tx)
}
