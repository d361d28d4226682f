import type { Person } from '../../../core/contract/moderation.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { foldText } from '../../../core/model/fold.ts'
import type { ResourceApi } from '../../api.ts'

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

async function findByName(api: ResourceApi, username: string): Promise<Person> {
  const { peoplePage } = await import('../../../core/contract/moderation.ts')
  const query = new URLSearchParams({ name: username, limit: '100' })
  const { results } = await api.get(`/api/v2/people/?${query.toString()}`, peoplePage)
  const [found, ...others] = results.filter((one) => one.username === username)
  if (!found)
    throw notFound(`No user is called ${username}.${hintAtSimilarNames(results, username)}`)
  if (others.length === 0) return found
  const ids = [found, ...others].map(({ id }) => id).join(', ')
  throw conflict(`Several users are called ${username}: ${ids}. Choose one with --osm-id.`)
}

function hintAtSimilarNames(people: readonly Person[], username: string): string {
  const similar = people.filter((one) => foldText(one.username) === foldText(username)).slice(0, 5)
  if (similar.length === 0) return ''
  const names = similar.map((one) => `${one.username} (${one.id})`).join(', ')
  return ` Names are matched exactly; did you mean ${names}?`
}
