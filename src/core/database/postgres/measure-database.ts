import { sql } from 'kysely'
import type { Reads } from '../store.ts'

/** Measures the database in bytes, with its indexes. */
export async function measureDatabase(reads: Reads): Promise<number> {
  const size = sql<number>`pg_database_size(current_database())`
  const { bytes } = await reads.selectNoFrom(size.as('bytes')).executeTakeFirstOrThrow()
  return bytes
}
