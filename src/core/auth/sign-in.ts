import type { Logger } from '../base/log.ts'
import { auditChange } from '../audit/audit-row.ts'
import type { Account } from '../integrations/account.ts'
import type { Micros, Clock } from '../base/clock.ts'
import type { Tx, Store } from '../database/store.ts'
import { MAX_USERNAME } from '../base/limits.ts'
import { foldText } from '../model/fold.ts'
import { FORMER_CONTRIBUTOR } from '../model/former-contributor.ts'
import { isBlank, markHiddenCharacters } from '../model/text.ts'
import { logSignedIn, logStaffGranted } from './security-events.ts'
import { openSession } from './sessions.ts'

/** Finds an account in the transaction that signs it in. */
export type FindAccount = (tx: Tx) => Promise<Account>

/**
 * Signs an account in: creates or renames its user, grants staff status to an invited name and creates a session.
 * @param browser for example `Firefox on Linux`
 * @returns the secret of the session, for the browser's cookie
 */
export async function signIn(
  catalog: { clock: Clock; log: Logger } & Pick<Store, 'write'>,
  findAccount: FindAccount,
  browser: string,
): Promise<string> {
  const now = catalog.clock.now()
  return catalog.write(async (tx, afterCommit) => {
    const account = await findAccount(tx)
    await upsertUser(tx, { id: account.id, username: toStoredName(account) }, now)
    const madeStaff = await useInvitation(tx, account, now)
    afterCommit(() => {
      logSignedIn(catalog.log, account.id)
      if (madeStaff) logStaffGranted(catalog.log, account.id, 'invited')
    })
    return openSession(tx, { userId: account.id, browser }, now)
  })
}

/**
 * Replaces hidden characters by visible marks, so that a name never turns into the name of another user. No user has
 * the name of former contributors, or one that shows nothing.
 */
function toStoredName({ id, username }: Account): string {
  const name = markHiddenCharacters(username).trim()
  if (isBlank(username) || foldText(name) === FORMER_CONTRIBUTOR) return `user ${id}`
  return Array.from(name).slice(0, MAX_USERNAME).join('')
}

async function upsertUser(tx: Tx, { id, username }: Account, now: Micros): Promise<void> {
  const name = { username, username_folded: foldText(username) }
  await tx
    .insertInto('user')
    .values({ id, ...name, is_staff: 0, created_at: now })
    .onConflict((known) => known.column('id').doUpdateSet(name))
    .execute()
}

/** Matches the name exactly, because a similar name may belong to another person. */
async function useInvitation(tx: Tx, { id, username }: Account, now: Micros): Promise<boolean> {
  const invitation = await tx
    .deleteFrom('staff_invitation')
    .where('username', '=', username)
    .returning('expires_at')
    .executeTakeFirst()
  if (!invitation || invitation.expires_at <= now) return false
  const context = { actor: { userId: id }, now }
  await auditChange(tx, context, { table: 'user', id, action: 'user.accept-invitation' }, () =>
    tx.updateTable('user').set({ is_staff: 1 }).where('id', '=', id).execute(),
  )
  return true
}
