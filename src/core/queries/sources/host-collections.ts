import type { Reads, Selects } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'

/** Sources and collections as administrators see them: hidden ones too, with counts of all their images. */

/** A source with the number of its collections and images. */
export type HostSource = Awaited<ReturnType<typeof getHostSource>>

/** A collection with its source and the number of its images. */
export type HostCollection = Awaited<ReturnType<typeof getHostCollection>>

interface IdPage {
  /** Only ids above this one. */
  after: number
  limit: number
}

/** Lists a page of all sources by id. */
export function listSourcePage(reads: Reads, { after, limit }: IdPage) {
  return selectSources(reads)
    .where('source.id', '>', after)
    .orderBy('source.id')
    .limit(limit)
    .execute()
}

/** @throws CatalogError kind `not_found` */
export async function getHostSource(reads: Selects, id: number) {
  const source = await selectSources(reads).where('source.id', '=', id).executeTakeFirst()
  if (!source) throw notFound(`There is no source ${id}.`)
  return source
}

/** Lists a page of the collections of a source by id. */
export function listCollectionPage(
  reads: Reads,
  { sourceId, after, limit }: IdPage & { sourceId: number },
) {
  return selectCollections(reads)
    .where('source_id', '=', sourceId)
    .where('collection.id', '>', after)
    .orderBy('collection.id')
    .limit(limit)
    .execute()
}

/** @throws CatalogError kind `not_found` */
export async function getHostCollection(reads: Selects, id: number) {
  const collection = await selectCollections(reads)
    .where('collection.id', '=', id)
    .executeTakeFirst()
  if (!collection) throw notFound(`There is no collection ${id}.`)
  return collection
}

/** Lists the ids of the first images of a collection. */
export async function listImageIdsOf(
  reads: Reads,
  collectionId: number,
  limit: number,
): Promise<number[]> {
  const images = await reads
    .selectFrom('image')
    .select('id')
    .where('collection_id', '=', collectionId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return images.map(({ id }) => id)
}

function selectSources(reads: Selects) {
  return reads
    .selectFrom('source')
    .leftJoin('collection', 'collection.source_id', 'source.id')
    .leftJoin('collection_count', 'collection_count.collection_id', 'collection.id')
    .select(['source.id', 'source.slug', 'source.name', 'source.url', 'source.description'])
    .select(['source.public'])
    .select((of) => [
      of.fn.count<number>('collection.id').as('collections'),
      of.fn.coalesce(of.fn.sum<number>('collection_count.images'), of.val(0)).as('images'),
    ])
    .groupBy('source.id')
}

function selectCollections(reads: Selects) {
  return reads
    .selectFrom('collection')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .leftJoin('collection_count', 'collection_count.collection_id', 'collection.id')
    .select(['collection.id', 'collection.slug', 'collection.name', 'collection.url'])
    .select(['collection.description', 'collection.public', 'announced_at'])
    .select(['source_id', 'source.slug as source_slug', 'source.public as source_public'])
    .select((of) => of.fn.coalesce('collection_count.images', of.val(0)).as('images'))
}
