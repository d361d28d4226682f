import type { Micros } from '../clock.ts'
import type { Selects } from '../db/store.ts'
import { CatalogError } from '../errors.ts'

/** Creates the error of a write by a user whom staff suspended. */
export function suspendedError(): CatalogError {
  const message =
    'Your account is suspended. You can read, but not change anything. Contact the staff of this site.'
  return new CatalogError('forbidden', message, { code: 'suspended' })
}

/**
 * Requires that a user is not suspended. A write asks in its transaction, which no suspension can overtake.
 * @throws CatalogError kind `forbidden`
 */
export async function requireActive(
  reads: Selects,
  userId: number,
): Promise<{ id: number; createdAt: Micros }> {
  const user = await reads
    .selectFrom('user')
    .leftJoin('suspension', 'suspension.user_id', 'user.id')
    .select(['user.created_at', 'suspension.suspended_at'])
    .where('user.id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.suspended_at !== null) throw suspendedError()
  return { id: userId, createdAt: user.created_at }
}
