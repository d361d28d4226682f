import { sql } from 'kysely'
import type { Tx } from '../store.ts'

/** Checks references to originals at the commit, from now on. */
export async function withLaterOriginal(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`set constraints image_duplicate_of_fkey deferred`.execute(tx)
  await work()
}
