import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import type { Tx } from '../engine/sqlite/store.ts'
import { conflict } from '../errors.ts'
import { STAFF_INVITATION_SECONDS } from '../limits.ts'
import { foldText } from '../model/fold.ts'

/** Somebody who is staff now, or a name that becomes staff when it first signs in. */
export type EnsuredStaff =
  | { state: 'staff'; id: number; username: string }
  | { state: 'invited'; username: string; expires_at: Micros }

/**
 * Makes sure that a contributor is staff. With the account's number the contributor is known for sure,
 * and created where they never signed in; a bare unknown name waits for its first sign-in, 30 days.
 * @throws CatalogError kind `conflict` when several contributors bear the name
 */
export async function ensureStaff(
  tx: Tx,
  { username, osmId }: { username: string; osmId?: number | undefined },
  now: Micros,
): Promise<EnsuredStaff> {
  if (osmId !== undefined) return staffByNumber(tx, { id: osmId, username }, now)
  const promoted = await tx
    .updateTable('user')
    .set({ is_staff: 1 })
    .where('username_folded', '=', foldText(username))
    .returning(['id', 'username'])
    .execute()
  const [only, other] = promoted
  if (other)
    throw ambiguous(
      username,
      promoted.map(({ id }) => id),
    )
  return only ? { state: 'staff', ...only } : invite(tx, username, now)
}

async function staffByNumber(
  tx: Tx,
  { id, username }: { id: number; username: string },
  now: Micros,
): Promise<EnsuredStaff> {
  const user = await tx
    .insertInto('user')
    .values({ id, username, username_folded: foldText(username), is_staff: 1, created_at: now })
    .onConflict((existing) => existing.column('id').doUpdateSet({ is_staff: 1 }))
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow()
  return { state: 'staff', ...user }
}

async function invite(tx: Tx, username: string, now: Micros): Promise<EnsuredStaff> {
  const expires_at = now + STAFF_INVITATION_SECONDS * MICROS_PER_SECOND
  await tx
    .insertInto('staff_invitation')
    .values({ username, username_folded: foldText(username), expires_at })
    .onConflict((pending) => pending.column('username_folded').doUpdateSet({ expires_at }))
    .execute()
  return { state: 'invited', username, expires_at }
}

function ambiguous(username: string, ids: number[]): Error {
  return conflict(
    `Several contributors are called ${username}: ${ids.join(', ')}. Say which with --osm-id.`,
  )
}
