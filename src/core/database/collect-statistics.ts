import { sql } from 'kysely'
import { engineOf } from './engine-of.ts'
import type { Tx } from './store.ts'

/**
 * Lets the query planner know tables that were just filled. PostgreSQL would notice only minutes later, and until then
 * read whole tables for a few rows. Skips tables that are locked, by an autovacuum for example. SQLite plans without
 * statistics.
 */
export async function collectStatistics(tx: Tx): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`analyze (skip_locked)`.execute(tx)
}
