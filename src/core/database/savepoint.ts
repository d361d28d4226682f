import { sql } from 'kysely'
import type { Tx } from './store.ts'

/** Runs work in a transaction. If it fails, only what it wrote is undone, and the transaction can go on. */
export async function runInSavepoint(tx: Tx, work: () => Promise<void>): Promise<void> {
  await sql`savepoint part`.execute(tx)
  try {
    await work()
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    throw error
  } finally {
    await sql`release savepoint part`.execute(tx)
  }
}
