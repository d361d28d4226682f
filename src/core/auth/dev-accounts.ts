import { invalid } from '../base/errors.ts'
import type { Reads, Selects } from '../database/store.ts'
import { MAX_USERNAME } from '../base/limits.ts'
import { foldText } from '../model/fold.ts'
import { isWithinLength, hasHiddenCharacters } from '../model/text.ts'
import type { Account } from '../integrations/account.ts'

/** Above all account ids of OpenStreetMap for a long time. */
const FIRST_DEV_ID = 900_000_000
const MAX_LISTED = 100

export interface DevAccount extends Account {
  isStaff: boolean
}

/** Lists the users that the development sign-in page offers: staff first, then by name. */
export async function listDevAccounts(reads: Reads): Promise<DevAccount[]> {
  const rows = await reads
    .selectFrom('user')
    .select(['id', 'username', 'is_staff'])
    .where('id', '>', 0)
    .orderBy('is_staff', 'desc')
    .orderBy('username_folded')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => ({ id: row.id, username: row.username, isStaff: row.is_staff === 1 }))
}

/** Finds a user by id. @throws CatalogError kind `invalid` if unknown */
export async function getDevAccountById(reads: Selects, id: number): Promise<Account> {
  const known = await reads
    .selectFrom('user')
    .select(['id', 'username'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw invalid('user', ['unknown_user'])
  return known
}

/**
 * Finds a user by name, or assigns a new id to the name, which is free until the end of the transaction.
 * @throws CatalogError kind `invalid` for a bad name
 */
export async function getDevAccountByName(reads: Selects, name: string): Promise<Account> {
  const username = name.trim()
  if (username === '' || !isWithinLength(username, MAX_USERNAME) || hasHiddenCharacters(username)) {
    throw invalid('name', ['not_a_username', MAX_USERNAME])
  }
  const known = await reads
    .selectFrom('user')
    .select(['id', 'username'])
    .where('username_folded', '=', foldText(username))
    .where('id', '>', 0)
    .orderBy('id')
    .executeTakeFirst()
  return known ?? { id: await nextDevId(reads), username }
}

async function nextDevId(reads: Selects): Promise<number> {
  const last = await reads
    .selectFrom('user')
    .select('id')
    .where('id', '>=', FIRST_DEV_ID)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last ? last.id + 1 : FIRST_DEV_ID
}
