import { sql } from 'kysely'
import type { Tx } from '../store.ts'

/** Checks references at the commit, but those of later statements at once: other writes share the transaction. */
export async function withLaterOriginal(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(tx)
  await work()
  await sql`pragma defer_foreign_keys = off`.execute(tx)
}
