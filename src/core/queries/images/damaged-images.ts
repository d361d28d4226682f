import { hasProcessingState } from '../lists/processing-filter.ts'
import type { Reads } from '../../database/store.ts'

/**
 * Lists images whose current file is damaged, by id. Their derivatives show the part that could be decoded, if any.
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
    .select('image.generation')
    .where((all) => all.and(hasProcessingState(['damaged'])))
    .where('image.id', '>', after)
    .orderBy('image.id')
    .limit(limit)
    .execute()
}
