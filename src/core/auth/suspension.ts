import type { Micros } from '../base/clock.ts'
import { preparedQuery, type Params } from '../database/prepared-query.ts'
import type { Selects } from '../database/store.ts'
import { CatalogError } from '../base/errors.ts'

/** Creates the error of a write by a user whom staff suspended. */
export function suspendedError(): CatalogError {
  return new CatalogError('forbidden', ['suspended'], { code: 'suspended' })
}

/**
 * Requires that a user still has an account and is not suspended. A write asks in its transaction, which neither an
 * erasure nor a suspension can overtake.
 * @throws CatalogError kind `unauthenticated` or `forbidden`
 */
export async function requireActive(
  reads: Selects,
  userId: number,
): Promise<{ id: number; createdAt: Micros; isStaff: boolean }> {
  const [user] = await findUser(reads, { userId })
  if (!user) throw new CatalogError('unauthenticated', ['account_erased'])
  if (user.suspended_at !== null) throw suspendedError()
  return { id: userId, createdAt: user.created_at, isStaff: user.is_staff === 1 }
}

const findUser = preparedQuery((reads: Selects, { userId }: Params<{ userId: number }>) =>
  reads
    .selectFrom('user')
    .leftJoin('suspension', 'suspension.user_id', 'user.id')
    .select(['user.created_at', 'user.is_staff', 'suspension.suspended_at'])
    .where('user.id', '=', userId),
)

/** Creates the error of a request that only staff may send. */
export function notStaffError(): CatalogError {
  return new CatalogError('forbidden', ['not_staff'])
}
