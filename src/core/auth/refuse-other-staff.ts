import type { Actor } from '../audit/actor.ts'
import type { Tx } from '../database/store.ts'
import { CatalogError } from '../base/errors.ts'

/**
 * Refuses what staff may not do to other staff, but administrators on the host may.
 * @throws CatalogError kind `forbidden` if the user is staff, unless the actor is this user or a user of the host
 */
export async function refuseOtherStaff(tx: Tx, userId: number, actor: Actor): Promise<void> {
  if ('hostUser' in actor || actor.userId === userId) return
  const user = await tx
    .selectFrom('user')
    .select('is_staff')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.is_staff === 1) throw new CatalogError('forbidden', ['other_staff'])
}
