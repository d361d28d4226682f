import type { Reads } from '../engine/sqlite/store.ts'
import { conflict, notFound } from '../errors.ts'
import { foldText } from '../model/fold.ts'

/** Everybody who ever signed in or contributed, and the names that wait for their first sign-in. */
export async function listAccounts(reads: Reads) {
  const users = await reads
    .selectFrom('user')
    .select(['id', 'username', 'is_staff', 'created_at'])
    .orderBy('username_folded')
    .orderBy('id')
    .execute()
  const invited = await reads
    .selectFrom('staff_invitation')
    .select(['username', 'expires_at'])
    .orderBy('username_folded')
    .execute()
  return { users, invited }
}

/** @throws CatalogError kind `not_found`, or `conflict` when several bear the name */
export async function getUserByName(reads: Reads, username: string) {
  const [user, other] = await reads
    .selectFrom('user')
    .select(['id', 'username', 'is_staff'])
    .where('username_folded', '=', foldText(username))
    .orderBy('id')
    .limit(2)
    .execute()
  if (!user) throw notFound(`Nobody called ${username} has signed in here yet.`)
  if (other) throw conflict(`Several contributors are called ${username}; rename one first.`)
  return user
}
