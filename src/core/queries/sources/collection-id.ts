import type { Reads } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { getSourceId } from './source-id.ts'

/**
 * Finds the id of a collection by id, by slug, or by `source/collection`.
 * @param source the source of the collection, by id or slug
 * @throws CatalogError kind `not_found`, or `conflict` if collections of several sources have the slug
 */
export async function getCollectionId(
  reads: Reads,
  idOrSlug: string,
  source?: string,
): Promise<number> {
  const [, named, slug] = /^([^\/]+)\/([^\/]+)$/v.exec(idOrSlug) ?? []
  if (source === undefined && named !== undefined && slug !== undefined) {
    return getCollectionId(reads, slug, named)
  }
  const sourceId = source === undefined ? undefined : await getSourceId(reads, source)
  const byId = /^\d{1,15}$/.test(idOrSlug)
  const [only, other] = await reads
    .selectFrom('collection')
    .select('id')
    .$if(byId, (query) => query.where('id', '=', Number(idOrSlug)))
    .$if(!byId, (query) => query.where('slug', '=', idOrSlug))
    .$if(sourceId !== undefined, (query) => query.where('source_id', '=', sourceId ?? 0))
    .limit(2)
    .execute()
  const where = source === undefined ? '' : ` in source ${source}`
  if (!only) throw notFound(`There is no collection ${idOrSlug}${where}.`)
  if (other) throw conflict(`Several sources have a collection ${idOrSlug}. Name its source too.`)
  return only.id
}
