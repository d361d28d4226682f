import { auditChange } from '../../audit/audit-row.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import type { Tx } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { hintAtSimilarNames } from '../../queries/people/users.ts'

/** A user who is no longer staff, or a name whose invitation was withdrawn. */
export type RevokedStaff =
  | { state: 'not_staff'; id: number; username: string }
  | { state: 'not_invited'; username: string }

/**
 * Revokes staff status. The rights of the user's apps and tokens end at once. Names are matched character by
 * character, as when the status was granted.
 * @throws CatalogError kind `not_found` for an unknown name, `conflict` if several users have it
 */
export async function revokeStaff(
  tx: Tx,
  { username, osmId }: { username: string; osmId?: number | undefined },
  context: AuditContext,
): Promise<RevokedStaff> {
  const isInvited = await withdrawInvitation(tx, username, context)
  const [user, ...more] = await tx
    .selectFrom('user')
    .select(['id', 'username'])
    .where((is) => (osmId === undefined ? is('username', '=', username) : is('id', '=', osmId)))
    .where('id', '>', 0)
    .execute()
  if (more.length > 0) throw ambiguous(username)
  if (user) {
    const row = { table: 'user', id: user.id, action: 'user.revoke-staff' } as const
    await auditChange(tx, context, row, () =>
      tx.updateTable('user').set({ is_staff: 0 }).where('id', '=', user.id).execute(),
    )
    return { state: 'not_staff', ...user }
  }
  if (isInvited) return { state: 'not_invited', username }
  const hint = await hintAtSimilarNames(tx, username)
  throw notFound(`No user or invitation is called ${username}.${hint}`)
}

/** @returns whether the name had an invitation */
async function withdrawInvitation(
  tx: Tx,
  username: string,
  context: AuditContext,
): Promise<boolean> {
  const withdrawn = await tx
    .deleteFrom('staff_invitation')
    .where('username', '=', username)
    .returning('expires_at')
    .executeTakeFirst()
  if (!withdrawn) return false
  await recordAudit(tx, context, {
    action: 'user.revoke-staff',
    objectType: 'staff_invitation',
    objectId: username,
    before: withdrawn,
    after: null,
  })
  return true
}

function ambiguous(username: string): Error {
  return conflict(`Several users are called ${username}. Choose one with --osm-id.`)
}
