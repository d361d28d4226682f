import type { Tx } from '../database/store.ts'
import { conflict } from '../base/errors.ts'
import { getUserId, type Actor } from './actor.ts'

/**
 * Requires that the first change of a batch is the actor's own, because a revert of the batch reverts all of them. Only
 * imports may have several users, and a revert leaves what they created.
 * @throws CatalogError kind `conflict`
 */
export async function requireOwnBatch(tx: Tx, batch: string, actor: Actor): Promise<void> {
  const first = await tx
    .selectFrom('audit_entry')
    .select('user_id')
    .where('batch', '=', batch)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first || first.user_id === getUserId(actor)) return
  throw conflict('This batch has changes by another user. Choose another UUID.')
}
