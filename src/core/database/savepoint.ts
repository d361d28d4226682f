import { sql } from 'kysely'
import { toViolation } from './constraint-errors.ts'
import type { Tx } from './store.ts'

/**
 * Runs work in a transaction. If it violates a constraint, what it wrote is undone and the transaction can go on.
 * @throws the error of the work; after any error but a violation, the transaction can only be rolled back
 */
export async function undoIfViolated(tx: Tx, work: () => Promise<void>): Promise<void> {
  await sql`savepoint part`.execute(tx)
  try {
    await work()
  } catch (error) {
    // After a full disk, SQLite has rolled back the whole transaction, and another statement would hide the error.
    if (!toViolation(error)) throw error
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
    throw error
  }
  await sql`release savepoint part`.execute(tx)
}
