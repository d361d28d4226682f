import type { Selects } from '../../database/store.ts'
import type { Micros } from '../../base/clock.ts'
import type { Row } from '../../database/tables.ts'

/** Reads the suspension of a user. Undefined if the user is unknown, or not suspended. */
export function findSuspension(
  reads: Selects,
  userId: number,
): Promise<Row<'suspension'> | undefined> {
  return reads.selectFrom('suspension').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** A suspension as administrators see it. */
export interface NamedSuspension {
  user_id: number
  suspended_at: Micros
  /** Name of the moderator. Null if the user was suspended on the host. */
  moderator: string | null
  reason: string | null
}

/** Lists the suspensions of all users, or of one. */
export function listSuspensions(
  reads: Selects,
  { userId }: { userId?: number } = {},
): Promise<NamedSuspension[]> {
  return reads
    .selectFrom('suspension')
    .leftJoin('user', 'user.id', 'suspension.suspended_by')
    .select(['user_id', 'suspended_at', 'username as moderator', 'reason'])
    .$if(userId !== undefined, (one) => one.where('user_id', '=', userId ?? 0))
    .execute()
}
