import { inList } from '../../database/sql.ts'
import type { Selects } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { foldText } from '../../model/fold.ts'
import { hintAtSimilarNames } from './users.ts'

/**
 * Finds a user by exact name or by OpenStreetMap id. A number is a name if a user is called so.
 * @throws CatalogError kind `not_found`, or `conflict` if several users may be meant
 */
export async function getUserId(reads: Selects, nameOrId: string): Promise<number> {
  const found = (await findUsers(reads, [nameOrId])).get(nameOrId) ?? []
  const [only, other] = found
  if (other !== undefined) {
    throw conflict(`Several users may be meant by ${nameOrId}: ${found.join(', ')}. Give the id.`)
  }
  if (only !== undefined) return only
  const hint = await hintAtSimilarNames(reads, nameOrId)
  throw notFound(`There is no user ${nameOrId}.${hint}`, {
    hint: hint === '' ? 'List users with: catalog admin user list' : null,
  })
}

/** Finds the ids of the users with these exact names, or with these OpenStreetMap ids. */
export async function findUsers(
  reads: Selects,
  namesOrIds: readonly string[],
): Promise<Map<string, number[]>> {
  const named = await reads
    .selectFrom('user')
    .select(['id', 'username'])
    .where('username_folded', 'in', inList(namesOrIds.map((name) => foldText(name))))
    .where('id', '>', 0)
    .orderBy('id')
    .execute()
  const byName = Map.groupBy(named, ({ username }) => username)
  const numbers = namesOrIds.filter((text) => !byName.has(text) && /^[1-9]\d{0,14}$/.test(text))
  const numbered = await reads
    .selectFrom('user')
    .select('id')
    .where('id', 'in', inList(numbers.map(Number)))
    .execute()
  const found = new Map<string, number[]>()
  for (const [name, users] of byName)
    found.set(
      name,
      users.map(({ id }) => id),
    )
  for (const { id } of numbered) found.set(String(id), [id])
  return found
}
