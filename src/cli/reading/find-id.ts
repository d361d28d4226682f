import { CatalogError } from '../../core/base/errors.ts'
import { foldText } from '../../core/model/fold.ts'
import type { ResourceApi } from '../client/api.ts'
import { listPath, type Resource } from './resources.ts'

/**
 * Finds the id of an object by what a person calls it.
 * @throws CatalogError kind `invalid` if the name cannot identify such an object, `not_found` if none has it, or
 *   `conflict` if several have it
 */
export async function findId(api: ResourceApi, resource: Resource, name: string): Promise<string> {
  const { noun, key, identifier } = resource
  if (/^\d+$/.test(name)) return name
  if (noun === 'source' || noun === 'collection' || noun === 'subject') {
    const { resolveName } = await import('../client/resolve-filters.ts')
    return resolveName(api, noun, name)
  }
  if (key === 'name') return findByName(api, resource, name)
  throw new CatalogError(
    'invalid',
    `${JSON.stringify(name)} is not the ${identifier} of ${withArticle(noun)}.`,
  )
}

async function findByName(api: ResourceApi, resource: Resource, name: string): Promise<string> {
  const { z } = await import('zod')
  const named = z.array(z.object({ id: z.int(), name: z.string() }))
  const all = await api.get(listPath(resource), named)
  const found = all.find((one) => foldText(one.name) === foldText(name))
  if (found) return String(found.id)
  throw new CatalogError('not_found', `No ${resource.noun} is named ${JSON.stringify(name)}.`)
}

/** `an image`, `a source`. */
export function withArticle(noun: string): string {
  return noun === 'image' ? `an ${noun}` : `a ${noun}`
}
