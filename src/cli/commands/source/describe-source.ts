import { z } from 'zod'
import { source } from '../../../core/contract/source.ts'
import type { ResourceApi } from '../../client/api.ts'
import { findId } from '../../reading/find-id.ts'
import { readAll } from '../../reading/read-pages.ts'
import { RESOURCES } from '../../reading/resources.ts'

/** A source of the API, whose newer versions may have more members. */
const sourceItem = z.object(source.shape)

const counted = z.object({ count: z.int() })

/** Counts the collections of a source, hidden ones too. */
type CountCollections = (sourceId: number) => number | Promise<number>

/** Reads a source by id or slug. */
export async function getSource(api: ResourceApi, named: string) {
  const path = `/api/v2/sources/${await findId(api, RESOURCES.source, named)}/`
  return { ...(await api.get(path, sourceItem)), path }
}

/** Creates a function that describes sources of the API as commands print them, with all their collections and images. */
export function createDescriber(api: ResourceApi, count: CountCollections = countIn(api)) {
  return async (item: unknown) => {
    const { id, slug, name, public: isPublic, ...others } = sourceItem.parse(item)
    const { image_count: images, url, description } = others
    const collections = await count(id)
    return { id, slug, name, public: isPublic, collections, images, url, description }
  }
}

function countIn(api: ResourceApi): CountCollections {
  return async (id) =>
    (await api.get(`/api/v2/sources/${id}/collections/?page_size=1`, counted)).count
}

/** Counts the collections of all sources, from the list of all collections. */
export async function countAll(api: ResourceApi): Promise<CountCollections> {
  const counts = new Map<number, number>()
  const owned = z.object({ source: z.object({ id: z.int() }) })
  await readAll(api, '/api/v2/collections/', {
    query: {},
    async describe(item) {
      const { id } = owned.parse(item).source
      counts.set(id, (counts.get(id) ?? 0) + 1)
    },
  })
  return (id) => counts.get(id) ?? 0
}
