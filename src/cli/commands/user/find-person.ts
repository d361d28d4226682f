import type { Person } from '../../../core/contract/moderation.ts'
import { conflict, notFound, type CatalogError } from '../../../core/base/errors.ts'
import { foldText } from '../../../core/model/fold.ts'
import type { ResourceApi } from '../../client/api.ts'
import { nullIfAbsent } from '../../client/requests.ts'

/**
 * Finds the user with exactly this name.
 * @param osmId number of the account, if several have the name
 * @throws CatalogError kind `not_found`, or `conflict` if several users have the name, or another user the number
 */
export async function findPerson(
  api: ResourceApi,
  username: string,
  { osmId }: { osmId?: number },
): Promise<Person> {
  if (osmId === undefined) return findByName(api, username)
  const { person } = await import('../../../core/contract/moderation.ts')
  const found = await api.get(`/api/v2/people/${osmId}/`, person)
  if (found.username === username) return found
  throw conflict(`User ${osmId} is called ${found.username}.`)
}

/**
 * Finds the id of a user by exact name, or by OpenStreetMap id. A number is a name if a user is called so.
 * @throws CatalogError kind `not_found`, or `conflict` if several users have the name
 */
export async function findUserId(api: ResourceApi, nameOrId: string): Promise<number> {
  const named = await findNamed(api, nameOrId)
  if (named.found.length > 1) throw severalFound(named.found, 'Give the id.')
  const [only] = named.found
  if (only) return only.id
  const { person } = await import('../../../core/contract/moderation.ts')
  const isId = /^[1-9]\d{0,14}$/v.test(nameOrId)
  const found = isId ? await nullIfAbsent(api.get(`/api/v2/people/${nameOrId}/`, person)) : null
  if (!found) throw notFound(`There is no user ${nameOrId}.${hintAtSimilarNames(named)}`)
  return found.id
}

async function findByName(api: ResourceApi, username: string): Promise<Person> {
  const named = await findNamed(api, username)
  const [found, ...others] = named.found
  if (!found) throw notFound(`No user is called ${username}.${hintAtSimilarNames(named)}`)
  if (others.length > 0) throw severalFound(named.found, 'Choose one with --osm-id.')
  return found
}

interface Named {
  /** Those who have exactly the name. */
  found: Person[]
  /** Those whose names differ in case or accents only. */
  similar: Person[]
}

async function findNamed(api: ResourceApi, username: string): Promise<Named> {
  const { peoplePage } = await import('../../../core/contract/moderation.ts')
  const query = new URLSearchParams({ name: username, limit: '100' })
  const { results } = await api.get(`/api/v2/people/?${query.toString()}`, peoplePage)
  const similar = results.filter((one) => foldText(one.username) === foldText(username))
  return { found: results.filter((one) => one.username === username), similar }
}

function severalFound(people: readonly Person[], advice: string): CatalogError {
  const ids = people.map(({ id }) => id).join(', ')
  return conflict(`Several users are called ${people[0]?.username}: ${ids}. ${advice}`)
}

function hintAtSimilarNames({ similar }: Named): string {
  if (similar.length === 0) return ''
  const names = similar.slice(0, 5).map((one) => `${one.username} (${one.id})`)
  return ` Names are matched exactly; did you mean ${names.join(', ')}?`
}
