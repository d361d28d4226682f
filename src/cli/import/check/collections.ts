import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import { collectionResponse } from './response-schemas.ts'

/** A collection as the instance describes it. */
export interface KnownCollection {
  id: number
  name: string
  source: string | undefined
  /** URL of the web page with its images. */
  imagesUrl: string | undefined
}

/** Collections by id. A collection that is hidden from the caller is absent. */
export type KnownCollections = ReadonlyMap<number, KnownCollection>

/** @returns undefined if the collection does not exist or is hidden from the caller */
export async function fetchCollection(api: Api, id: number): Promise<KnownCollection | undefined> {
  try {
    const found = await api.get(`/api/v2/collections/${id}/`, collectionResponse)
    const { name, source, images_url: imagesUrl } = found
    return { id, name, source: source?.name, imagesUrl }
  } catch (error) {
    if (error instanceof CatalogError && error.kind === 'not_found') return undefined
    throw error
  }
}

/** Returns `"Album 3" (Town archive)`, or `collection 3` if its name is unknown. */
export function formatCollection(id: number, known: KnownCollection | undefined): string {
  if (known === undefined) return `collection ${id}`
  const { name, source } = known
  return source === undefined ? `"${name}"` : `"${name}" (${source})`
}
