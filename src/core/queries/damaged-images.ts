import { isProcessed } from './lists/processed.ts'
import type { Reads } from '../db/store.ts'

/**
 * Images whose current file is damaged, by id: their pictures show what could be decoded of it, if anything.
 * @param after only images with a higher id
 */
export function listDamagedImages(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
) {
  return reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .select(['image.id', 'image.title', 'image.reference_id', 'collection.slug as collection'])
    .select(['image.processing_reason as damage', 'image.file_version', 'image.file_type'])
    .where((all) => all.and(isProcessed(['damaged'])))
    .where('image.id', '>', after)
    .orderBy('image.id')
    .limit(limit)
    .execute()
}
