import type { Tx } from '../db/store.ts'
import { conflict, notFound } from '../errors.ts'
import { hintAtSimilarNames } from '../queries/users.ts'

/** A user who is no longer staff, or a name that no longer becomes staff at its first sign-in. */
export type RevokedStaff =
  | { state: 'not_staff'; id: number; username: string }
  | { state: 'not_invited'; username: string }

/**
 * Withdraws staff status; what the user may do through apps and tokens ends with it at once. Names are
 * matched exactly, as when the status was given.
 * @throws CatalogError kind `not_found` for an unknown name, `conflict` when several users have it
 */
export async function revokeStaff(
  tx: Tx,
  { username, osmId }: { username: string; osmId?: number | undefined },
): Promise<RevokedStaff> {
  const invited = await tx
    .deleteFrom('staff_invitation')
    .where('username', '=', username)
    .returning('username')
    .executeTakeFirst()
  const [user, ...more] = await tx
    .updateTable('user')
    .set({ is_staff: 0 })
    .where((is) => (osmId === undefined ? is('username', '=', username) : is('id', '=', osmId)))
    .returning(['id', 'username'])
    .execute()
  if (more.length > 0) throw ambiguous(username)
  if (user) return { state: 'not_staff', ...user }
  if (invited) return { state: 'not_invited', ...invited }
  const hint = await hintAtSimilarNames(tx, username)
  throw notFound(`No contributor or invitation is called ${username}.${hint}`)
}

function ambiguous(username: string): Error {
  return conflict(`Several contributors are called ${username}. Say which with --osm-id.`)
}
