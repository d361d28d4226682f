import { z } from 'zod'
import { source } from '../../../core/contract/source.ts'
import type { ResourceApi } from '../../api.ts'
import { findId } from '../../reading/find-id.ts'
import { RESOURCES } from '../../reading/resources.ts'

/** A source of the API, whose newer versions may have more members. */
const sourceItem = z.object(source.shape)

const counted = z.object({ count: z.int() })

/** Reads a source by id or slug. */
export async function getSource(api: ResourceApi, named: string) {
  const path = `/api/v2/sources/${await findId(api, RESOURCES.source, named)}/`
  return { ...(await api.get(path, sourceItem)), path }
}

/** Creates a function that describes sources of the API as commands print them, with all their collections and images. */
export function createDescriber(api: ResourceApi) {
  return async (item: unknown) => {
    const { id, slug, name, public: isPublic, ...others } = sourceItem.parse(item)
    const { image_count: images, url, description } = others
    const path = `/api/v2/sources/${id}/collections/?page_size=1`
    const { count: collections } = await api.get(path, counted)
    return { id, slug, name, public: isPublic, collections, images, url, description }
  }
}
