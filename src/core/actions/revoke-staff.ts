import type { Tx } from '../engine/sqlite/store.ts'
import { conflict, notFound } from '../errors.ts'
import { foldText } from '../model/fold.ts'

/** Who is no longer staff, or a name that no longer becomes staff at its first sign-in. */
export type RevokedStaff =
  | { state: 'not_staff'; id: number; username: string }
  | { state: 'not_invited'; username: string }

/**
 * Makes sure that somebody is not staff; what they may do through apps and tokens ends with it at once.
 * @throws CatalogError kind `not_found` for somebody unknown, `conflict` when several bear the name
 */
export async function revokeStaff(
  tx: Tx,
  { username, osmId }: { username: string; osmId?: number | undefined },
): Promise<RevokedStaff> {
  const invited = await tx
    .deleteFrom('staff_invitation')
    .where('username_folded', '=', foldText(username))
    .returning('username')
    .executeTakeFirst()
  const [user, ...more] = await tx
    .updateTable('user')
    .set({ is_staff: 0 })
    .where((is) =>
      osmId === undefined ? is('username_folded', '=', foldText(username)) : is('id', '=', osmId),
    )
    .returning(['id', 'username'])
    .execute()
  if (more.length > 0) throw ambiguous(username)
  if (user) return { state: 'not_staff', ...user }
  if (invited) return { state: 'not_invited', ...invited }
  throw notFound(`Nobody called ${username} has signed in here or is to become staff.`)
}

function ambiguous(username: string): Error {
  return conflict(`Several contributors are called ${username}. Say which with --osm-id.`)
}
