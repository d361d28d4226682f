import type { Reads } from '../../database/store.ts'

/** Reads which tiles of an image are published, and its visibility; undefined if there are none. */
export function findPublishedTiles(reads: Reads, imageId: number) {
  return reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['image.id', 'tiles_generation as generation'])
    .select(['collection.public as collection_public', 'source.public as source_public'])
    .where('image.id', '=', imageId)
    .where('tiles_generation', 'is not', null)
    .$narrowType<{ generation: string }>()
    .executeTakeFirst()
}

/** Reads the URL of an image's license; null without a license, or if there is no such image. */
export async function findLicenseUrl(reads: Reads, imageId: number): Promise<string | null> {
  const license = await reads
    .selectFrom('image')
    .innerJoin('license', 'license.id', 'image.license_id')
    .select('license.permalink')
    .where('image.id', '=', imageId)
    .executeTakeFirst()
  return license?.permalink ?? null
}
