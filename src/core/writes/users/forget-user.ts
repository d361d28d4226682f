import { setImmediate } from 'node:timers/promises'
import { moveEvents } from '../feed/move-events.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import { replaceUserInAudit } from '../../audit/replace-user.ts'
import type { Tx } from '../../database/store.ts'
import { replaceUserInResponses } from '../run/idempotency-keys.ts'
import type { Tables } from '../../database/tables.ts'
import { foldText } from '../../model/fold.ts'
import { FORMER_CONTRIBUTOR } from '../../model/former-contributor.ts'

/** The columns that say who did something that stays. What else belongs to a user is deleted. */
export const KEPT_COLUMNS = [
  ['georeference', 'user_id'],
  ['from_above_georeference', 'user_id'],
  ['validation', 'validated_by'],
  ['comment', 'commented_by'],
  ['hidden_comment', 'commented_by'],
  ['hidden_comment', 'hidden_by'],
  ['flag', 'flagged_by'],
  ['flag', 'resolved_by'],
  ['suspension', 'suspended_by'],
  ['subject_change', 'changed_by'],
  ['image_subject', 'tagged_by'],
  ['image', 'created_by'],
  ['collection', 'announced_by'],
  ['slot', 'user_id'],
  ['audit_entry', 'user_id'],
] as const satisfies readonly (readonly [keyof Tables, string])[]

/** Tables with triggers that make every update slow. */
const BATCHED: readonly string[] = ['georeference', 'from_above_georeference']

const BATCH_SIZE = 100

/**
 * Erases the account of a user: the name, the number of the OpenStreetMap account, the staff role, all sign-ins,
 * tokens and settings. Contributions stay, as those of a former contributor. If the user signs in again, they are a
 * new user.
 * @param context its actor may be the user
 * @returns the id of the former contributor, below 0
 */
export async function forgetUser(tx: Tx, userId: number, context: AuditContext): Promise<number> {
  const { username, is_staff } = await tx
    .selectFrom('user')
    .select(['username', 'is_staff'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const formerId = await insertFormerContributor(tx, context.now)
  await cancelSlots(tx, userId)
  await moveEvents(tx, { from: userId, to: formerId }, () =>
    moveContributions(tx, { from: userId, to: formerId }),
  )
  await replaceUserInAudit(tx, { userId, username, formerId })
  await replaceUserInResponses(tx, username)
  await deleteUser(tx, { userId, username })
  const isOwn = 'userId' in context.actor && context.actor.userId === userId
  const actor = isOwn ? { userId: formerId } : context.actor
  await recordAudit(
    tx,
    { ...context, actor },
    {
      action: 'user.forget',
      objectType: 'user',
      objectId: formerId,
      before: { is_staff },
      after: { username: FORMER_CONTRIBUTOR, is_staff: 0 },
    },
  )
  return formerId
}

/** No other former contributor gets the id, since all nodes write one after another. */
async function insertFormerContributor(tx: Tx, now: number): Promise<number> {
  const lowest = await tx
    .selectFrom('user')
    .select(({ fn }) => fn.min('id').as('id'))
    .executeTakeFirst()
  const id = Math.min(lowest?.id ?? 0, 0) - 1
  const name = { username: FORMER_CONTRIBUTOR, username_folded: foldText(FORMER_CONTRIBUTOR) }
  await tx
    .insertInto('user')
    .values({ id, ...name, is_staff: 0, created_at: now })
    .execute()
  return id
}

/** Their uploads are deleted when they expire. */
async function cancelSlots(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('slot')
    .set({ state: 'cancelled' })
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .execute()
}

async function moveContributions(
  tx: Tx,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (const [table, column] of KEPT_COLUMNS) {
    if (BATCHED.includes(table)) await moveInBatches(tx, table as 'georeference', { from, to })
    await tx
      .updateTable(table as 'slot')
      .set({ [column]: to })
      .where(column as 'user_id', '=', from)
      .execute()
  }
}

/** Lets the server respond to other requests between batches, since SQLite runs a statement on the main thread. */
async function moveInBatches(
  tx: Tx,
  table: 'georeference',
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (;;) {
    const next = tx.selectFrom(table).select('id').where('user_id', '=', from).limit(BATCH_SIZE)
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ user_id: to })
      .where('id', 'in', next)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows < BATCH_SIZE) return
    await setImmediate()
  }
}

/** Sessions, authorizations, consents and skips are deleted with the user. */
async function deleteUser(
  tx: Tx,
  { userId, username }: { userId: number; username: string },
): Promise<void> {
  await tx.deleteFrom('staff_invitation').where('username', '=', username).execute()
  await tx.deleteFrom('suspension').where('user_id', '=', userId).execute()
  await tx.deleteFrom('idempotency_key').where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_count').where('user_id', '=', userId).execute()
  await tx.deleteFrom('user').where('id', '=', userId).execute()
}
