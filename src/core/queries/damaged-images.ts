import type { Reads } from '../engine/sqlite/store.ts'

/**
 * Images whose file is damaged and whose pictures show what could be decoded of it, by id. Those of which
 * nothing could be shown are failed jobs instead.
 * @param after only images with a higher id
 */
export function listDamagedImages(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
) {
  return (
    reads
      .selectFrom('image')
      .innerJoin('collection', 'collection.id', 'image.collection_id')
      .select(['image.id', 'image.title', 'image.reference_id', 'collection.slug as collection'])
      .select(['image.generation_damage as damage', 'image.file_version', 'image.file_type'])
      .where('image.generation_damage', 'is not', null)
      // Pictures of a file that has been replaced say nothing about today's.
      .whereRef('image.generation_of', '=', 'image.file_version')
      .where('image.id', '>', after)
      .orderBy('image.id')
      .limit(limit)
      .execute()
  )
}
