import type { Tx } from '../../database/store.ts'
import { conflict } from '../../base/errors.ts'
import { selectVisibleCollections } from './visible-collections.ts'

/** The image, collection or source that was moved or hidden. */
export type Hidden = { imageId: number } | { collectionId: number } | { sourceId: number }

/**
 * Requires that no public image is a duplicate of a hidden one, because people would find neither.
 * @param hidden images whose duplicates are checked; of one image, its original, too
 * @throws CatalogError kind `conflict`
 */
export async function requireFindable(tx: Tx, hidden: Hidden): Promise<void> {
  const visible = selectVisibleCollections(tx, { visibility: 'public' })
  const lost = await tx
    .selectFrom('image')
    .innerJoin('image as original', 'original.id', 'image.duplicate_of')
    .innerJoin('collection', 'collection.id', 'original.collection_id')
    .select(['image.id', 'original.id as original_id'])
    .where('image.duplicate_of', 'is not', null)
    .where((is) => {
      if ('collectionId' in hidden) return is('collection.id', '=', hidden.collectionId)
      if ('sourceId' in hidden) return is('collection.source_id', '=', hidden.sourceId)
      return is.or([
        is('image.id', '=', hidden.imageId),
        is('image.duplicate_of', '=', hidden.imageId),
      ])
    })
    .where('image.collection_id', 'in', visible)
    .where('original.collection_id', 'not in', visible)
    .limit(1)
    .executeTakeFirst()
  if (lost) throw conflict(['would_hide_original', lost.id, lost.original_id])
}
