import { auditChange } from '../../audit/audit-row.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import type { Tx } from '../../database/store.ts'
import { conflict, invalid, notFound } from '../../base/errors.ts'
import { MAX_USERNAME, STAFF_INVITATION_SECONDS } from '../../base/limits.ts'
import { foldText } from '../../model/fold.ts'
import { isWithinLength, hasHiddenCharacters } from '../../model/text.ts'
import { hintAtSimilarNames } from '../../queries/people/users.ts'

/** A user who is now staff, or a name that becomes staff at its first sign-in. */
export type EnsuredStaff =
  | { state: 'staff'; id: number; username: string }
  | { state: 'invited'; username: string; expires_at: Micros }

/**
 * Grants staff status to a user. The account id identifies the user and creates one who never signed in. A name
 * is matched character by character; an unknown name is invited and has 30 days to sign in.
 * @throws CatalogError kind `invalid` for a name that no account can have, `not_found` if only users with a
 *   similar name exist, `conflict` if several users have the name
 */
export async function ensureStaff(
  tx: Tx,
  { username, osmId }: { username: string; osmId?: number | undefined },
  context: AuditContext,
): Promise<EnsuredStaff> {
  requireUsername(username)
  if (osmId !== undefined) return grantStaff(tx, { id: osmId, username }, context)
  const [only, ...others] = await tx
    .selectFrom('user')
    .select(['id', 'username'])
    .where('username_folded', '=', foldText(username))
    .where('username', '=', username)
    .where('id', '>', 0)
    .execute()
  if (!only) return invite(tx, username, context)
  if (others.length === 0) return grantStaff(tx, only, context)
  const ids = [only, ...others].map(({ id }) => id).join(', ')
  throw conflict(`Several users are called ${username}: ${ids}. Choose one with --osm-id.`)
}

/** @throws CatalogError kind `invalid` for a name that no account can have */
export function requireUsername(username: string): void {
  if (!isWithinLength(username, MAX_USERNAME)) {
    throw invalid('name', `is longer than ${MAX_USERNAME} characters`)
  }
  if (hasHiddenCharacters(username)) {
    throw invalid(
      'name',
      'contains a control or other hidden character; type the name instead of pasting it',
    )
  }
}

async function grantStaff(
  tx: Tx,
  { id, username }: { id: number; username: string },
  context: AuditContext,
): Promise<EnsuredStaff> {
  const created_at = context.now
  const row = { table: 'user', id, action: 'user.ensure-staff' } as const
  const user = await auditChange(tx, context, row, () =>
    tx
      .insertInto('user')
      .values({ id, username, username_folded: foldText(username), is_staff: 1, created_at })
      .onConflict((existing) => existing.column('id').doUpdateSet({ is_staff: 1 }))
      .returning(['id', 'username'])
      .executeTakeFirstOrThrow(),
  )
  return { state: 'staff', ...user }
}

async function invite(tx: Tx, username: string, context: AuditContext): Promise<EnsuredStaff> {
  const hint = await hintAtSimilarNames(tx, username)
  if (hint !== '') throw notFound(`No user is called ${username}.${hint}`)
  const expires_at = context.now + STAFF_INVITATION_SECONDS * MICROS_PER_SECOND
  const pending = await tx
    .selectFrom('staff_invitation')
    .select('expires_at')
    .where('username', '=', username)
    .executeTakeFirst()
  await tx
    .insertInto('staff_invitation')
    .values({ username, username_folded: foldText(username), expires_at })
    .onConflict((known) => known.column('username').doUpdateSet({ expires_at }))
    .execute()
  await recordAudit(tx, context, {
    action: 'user.ensure-staff',
    objectType: 'staff_invitation',
    objectId: username,
    before: pending ?? null,
    after: { expires_at },
  })
  return { state: 'invited', username, expires_at }
}
