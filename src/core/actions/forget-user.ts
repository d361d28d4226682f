import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import { toViolation } from '../db/constraint-errors.ts'
import { column } from '../db/expressions.ts'
import { jsonField, withJsonField } from '../db/dialect.ts'
import type { Tx } from '../db/store.ts'
import { conflict } from '../errors.ts'
import { foldText } from '../model/fold.ts'

export interface Forgetting {
  userId: number
  /** Deletes the user. Only for one to whom no contribution refers. */
  isDeletion: boolean
}

/**
 * Forgets the name of a user: revokes the staff role, all sign-ins and tokens, and replaces the name, also in the
 * audit log. Contributions stay, under the number of the account, as OpenStreetMap does with deleted accounts.
 * @returns the name that the user has from now on, which is empty after a deletion
 * @throws CatalogError kind `conflict` if a user to be deleted has contributed meanwhile
 */
export async function forgetUser(
  tx: Tx,
  { userId, isDeletion }: Forgetting,
  context: AuditContext,
): Promise<string> {
  const { username, is_staff } = await tx
    .selectFrom('user')
    .select(['username', 'is_staff'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const replacement = getReplacementName(userId)
  await endSignIns(tx, userId)
  await tx.deleteFrom('staff_invitation').where('username', '=', username).execute()
  await replaceInAudit(tx, userId, { username, replacement })
  if (isDeletion) await deleteUser(tx, userId)
  else await rename(tx, userId, replacement)
  const after = isDeletion ? null : { username: replacement, is_staff: 0 }
  const change = { action: 'user.forget', objectType: 'user', objectId: userId }
  await recordAudit(tx, context, {
    ...change,
    before: { username: replacement, is_staff },
    after,
  })
  return isDeletion ? '' : replacement
}

/** The name that OpenStreetMap gives to deleted accounts. */
export function getReplacementName(userId: number): string {
  return `user_${userId}`
}

async function endSignIns(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('session').where('user_id', '=', userId).execute()
  await tx.deleteFrom('oauth_grant').where('user_id', '=', userId).execute()
  await tx.deleteFrom('consent').where('user_id', '=', userId).execute()
}

async function rename(tx: Tx, userId: number, username: string): Promise<void> {
  await tx
    .updateTable('user')
    .set({ username, username_folded: foldText(username), is_staff: 0 })
    .where('id', '=', userId)
    .execute()
}

async function deleteUser(tx: Tx, userId: number): Promise<void> {
  try {
    await tx.deleteFrom('user_count').where('user_id', '=', userId).execute()
    await tx.deleteFrom('user').where('id', '=', userId).execute()
  } catch (error) {
    if (toViolation(error)?.rule !== 'reference') throw error
    throw conflict('The user has contributed in the meantime. Run the command again.')
  }
}

/** The only change of existing entries: the entries of a user contain the name, and those of an invitation are named by it. */
async function replaceInAudit(
  tx: Tx,
  userId: number,
  { username, replacement }: { username: string; replacement: string },
): Promise<void> {
  for (const name of ['before', 'after'] as const) {
    await tx
      .updateTable('audit_entry')
      .set({ [name]: withJsonField(column(name), 'username', replacement) })
      .where('object_type', '=', 'user')
      .where('object_id', '=', String(userId))
      .where(jsonField(column(name), 'username'), 'is not', null)
      .execute()
  }
  await tx
    .updateTable('audit_entry')
    .set({ object_id: replacement })
    .where('object_type', '=', 'staff_invitation')
    .where('object_id', '=', username)
    .execute()
}
