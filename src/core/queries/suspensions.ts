import type { Selects } from '../db/store.ts'
import type { Row } from '../db/tables.ts'

/** Reads the suspension of a user. Undefined if the user is unknown, or not suspended. */
export function findSuspension(
  reads: Selects,
  userId: number,
): Promise<Row<'suspension'> | undefined> {
  return reads.selectFrom('suspension').selectAll().where('user_id', '=', userId).executeTakeFirst()
}
