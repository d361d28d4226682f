import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import { fetchCollection, type KnownCollection } from '../check/collections.ts'
import { releaseSlots } from './cancel-slots.ts'
import { requestSlot } from './request-slot.ts'

/**
 * Makes sure that the caller may import into a collection. An instance may hide a collection from readers and
 * still accept images for it, so a hidden collection is probed with a slot.
 * @returns undefined for a hidden collection
 * @throws CatalogError kind `not_found` if the collection does not exist or does not accept images
 */
export async function requireCollection(
  api: Api,
  collection: number,
): Promise<KnownCollection | undefined> {
  const known = await fetchCollection(api, collection)
  if (known === undefined) await probeCollection(api, collection)
  return known
}

/**
 * Requests a slot in a collection and releases it.
 * @throws CatalogError kind `not_found` if the collection does not exist or does not accept images
 */
export async function probeCollection(api: Api, collection: number): Promise<void> {
  try {
    const slot = await requestSlot({ api }, { collection, contentType: 'image/jpeg' })
    await releaseSlots({ api }, [slot.slot_id])
  } catch (error) {
    if (!(error instanceof CatalogError) || error.kind !== 'not_found') throw error
    const message = `${api.url} has no collection ${collection}, or you may not import into it.`
    throw new CatalogError('not_found', message, { code: 'collection.unknown', cause: error })
  }
}
