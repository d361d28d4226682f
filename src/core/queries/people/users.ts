import type { Reads, Selects } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { foldText } from '../../model/fold.ts'

/** Lists all users, without former contributors, and the invited names that have not signed in yet. */
export async function listAccounts(reads: Reads) {
  const users = await reads
    .selectFrom('user')
    .select(['id', 'username', 'is_staff', 'created_at'])
    .where('id', '>', 0)
    .orderBy('username_folded')
    .orderBy('id')
    .execute()
  const invited = await reads
    .selectFrom('staff_invitation')
    .select(['username', 'expires_at'])
    .orderBy('username_folded')
    .orderBy('username')
    .execute()
  return { users, invited }
}

/**
 * Finds the user with exactly this name.
 * @throws CatalogError kind `not_found`, or `conflict` if several users have the name
 */
export async function getUserByName(reads: Selects, username: string) {
  const [user, other] = await selectSimilar(reads, username)
    .where('username', '=', username)
    .limit(2)
    .execute()
  if (other) throw conflict(`Several contributors are called ${username}; rename one first.`)
  if (user) return user
  const hint = await hintAtSimilarNames(reads, username)
  throw notFound(`No contributor called ${username} has signed in here yet.${hint}`)
}

/** Returns the end of a message that names users whose names differ only in case; empty if there are none. */
export async function hintAtSimilarNames(reads: Selects, username: string): Promise<string> {
  const similar = await selectSimilar(reads, username).limit(5).execute()
  if (similar.length === 0) return ''
  const names = similar.map((user) => `${user.username} (${user.id})`).join(', ')
  return ` Names are matched exactly; did you mean ${names}?`
}

function selectSimilar(reads: Selects, username: string) {
  return reads
    .selectFrom('user')
    .select(['id', 'username', 'is_staff'])
    .where('username_folded', '=', foldText(username))
    .where('id', '>', 0)
    .orderBy('id')
}

/** Whether a user is staff, and not suspended; false for an unknown user. */
export async function isActiveStaff(reads: Reads, id: number): Promise<boolean> {
  const user = await reads
    .selectFrom('user')
    .leftJoin('suspension', 'suspension.user_id', 'user.id')
    .select(['user.is_staff', 'suspension.suspended_at'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  return user?.is_staff === 1 && user.suspended_at === null
}
