import { getUserId } from '../../audit/actor.ts'
import type { AuditAction } from '../../audit/audit-vocabulary.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import { logUserReinstated, logUserSuspended } from '../../auth/security-events.ts'
import { refuseOtherStaff } from '../../auth/refuse-other-staff.ts'
import { newSuspension, type NewSuspension } from '../../contract/moderation.ts'
import type { Tx } from '../../database/store.ts'
import type { Row } from '../../database/tables.ts'
import { CatalogError, notFound } from '../../base/errors.ts'
import { findSuspension } from '../../queries/people/suspensions.ts'
import { useCase } from '../run/use-case.ts'

/** Suspends a user, or changes the reason. */
export const suspendUser = useCase({
  name: 'user.suspend',
  access: 'moderator',
  limit: 'moderations',
  input: newSuspension,
  async run(tx, { id: userId, reason }: NewSuspension & { id: number }, context) {
    const given = { userId, reason: reason ?? null }
    const { suspension, isNew } = await insertSuspension(tx, given, context)
    const event = { user: userId, moderator: getUserId(context.actor) }
    if (isNew) context.afterCommit(({ log }) => logUserSuspended(log, event))
    return suspension
  },
})

/** Ends the suspension of a user, if there is one. */
export const reinstateUser = useCase({
  name: 'user.reinstate',
  access: 'moderator',
  limit: 'moderations',
  async run(tx, { id: userId }: { id: number }, context) {
    const wasSuspended = await deleteSuspension(tx, userId, context)
    const event = { user: userId, moderator: getUserId(context.actor) }
    if (wasSuspended) context.afterCommit(({ log }) => logUserReinstated(log, event))
  },
})

interface Suspending {
  userId: number
  /** Why, for the user and for staff. Null if none is given. */
  reason: string | null
}

interface Suspended {
  suspension: Row<'suspension'>
  /** Whether the user was not suspended before. */
  isNew: boolean
}

/**
 * Suspends a user, who can then read, but not change anything. If the user is suspended already, this replaces the
 * reason.
 * @throws CatalogError kind `not_found`, or `forbidden` for the actor's own account and, unless the actor is a user of
 *   the host, for staff
 */
export async function insertSuspension(
  tx: Tx,
  { userId, reason }: Suspending,
  context: AuditContext,
): Promise<Suspended> {
  await requireUser(tx, userId)
  const { actor, now } = context
  if ('userId' in actor && actor.userId === userId)
    throw new CatalogError('forbidden', ['own_account'])
  await refuseOtherStaff(tx, userId, actor)
  const before = await findSuspension(tx, userId)
  if (before?.reason === reason) return { suspension: before, isNew: false }
  const suspended_by = getUserId(actor)
  const after = await tx
    .insertInto('suspension')
    .values({ user_id: userId, suspended_by, suspended_at: now, reason })
    .onConflict((known) => known.column('user_id').doUpdateSet({ reason }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordChange(tx, context, { userId, action: 'user.suspend', before, after })
  return { suspension: after, isNew: before === undefined }
}

/**
 * Ends the suspension of a user.
 * @returns whether the user was suspended
 * @throws CatalogError kind `not_found`, or `forbidden` for staff unless the actor is a user of the host, who alone
 *   suspends staff
 */
export async function deleteSuspension(
  tx: Tx,
  userId: number,
  context: AuditContext,
): Promise<boolean> {
  await requireUser(tx, userId)
  const before = await tx
    .deleteFrom('suspension')
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (!before) return false
  await refuseOtherStaff(tx, userId, context.actor)
  await recordChange(tx, context, { userId, action: 'user.reinstate', before, after: undefined })
  return true
}

async function requireUser(tx: Tx, userId: number): Promise<void> {
  const user = await tx
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .where('id', '>', 0)
    .executeTakeFirst()
  if (!user) throw notFound('User not found.')
}

interface SuspensionChange {
  userId: number
  action: AuditAction
  before: Row<'suspension'> | undefined
  after: Row<'suspension'> | undefined
}

async function recordChange(
  tx: Tx,
  context: AuditContext,
  { userId, action, before, after }: SuspensionChange,
): Promise<void> {
  const [was, is] = [toState(before), toState(after)]
  await recordAudit(tx, context, {
    action,
    objectType: 'user',
    objectId: userId,
    before: was,
    after: is,
  })
}

/** A user without a suspension has null in both members. */
function toState(suspension: Row<'suspension'> | undefined) {
  return {
    suspended_at: suspension?.suspended_at ?? null,
    reason: suspension?.reason ?? null,
  }
}
