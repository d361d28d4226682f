import type { Tx } from '../db/store.ts'
import { conflict, notFound } from '../errors.ts'
import { hintAtSimilarNames } from '../queries/users.ts'

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
  throw notFound(`No user or invitation is called ${username}.${hint}`)
}

function ambiguous(username: string): Error {
  return conflict(`Several users are called ${username}. Choose one with --osm-id.`)
}
