import { z } from 'zod'
import { collection } from '../../../core/contract/collection.ts'
import { CatalogError } from '../../../core/base/errors.ts'
import type { ResourceApi } from '../../client/api.ts'
import { findId } from '../../reading/find-id.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { getSource } from '../source/describe-source.ts'

/** A collection of the API, whose newer versions may have more members. */
const collectionItem = z.object(collection.shape)

/** Reads a collection by id or slug. @param source the source that it must belong to, by id or slug */
export async function getCollection(api: ResourceApi, named: string, source?: string) {
  const owner = source === undefined ? undefined : await getSource(api, source)
  const isId = /^\d+$/.test(named)
  const name = owner && !isId ? `${owner.slug}/${named}` : named
  const path = `/api/v2/collections/${await findId(api, RESOURCES.collection, name)}/`
  const found = await api.get(path, collectionItem)
  if (owner && owner.id !== found.source.id)
    throw new CatalogError('not_found', `The source ${owner.slug} has no collection ${named}.`)
  return { ...found, path }
}

/** Creates a function that describes collections of the API as commands print them. It reads each source once. */
export function createDescriber(api: ResourceApi) {
  const known = new Map<number, boolean>()
  const isSourcePublic = async (id: number) => {
    const isPublic = known.get(id) ?? (await getSource(api, String(id))).public
    known.set(id, isPublic)
    return isPublic
  }
  return async (item: unknown) => {
    const { id, slug, name, public: isPublic, source, ...others } = collectionItem.parse(item)
    const { image_count: images, url, description, announced_at } = others
    const visible = isPublic && (await isSourcePublic(source.id))
    const shown = { id, slug, name, source: source.slug, public: isPublic, visible, images }
    return { ...shown, url, description, announced_at }
  }
}
