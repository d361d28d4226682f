import type { Reads } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'

/** Finds the id of a source by id or slug. @throws CatalogError kind `not_found` */
export async function getSourceId(reads: Reads, idOrSlug: string): Promise<number> {
  const byId = /^\d{1,15}$/.test(idOrSlug)
  const found = await reads
    .selectFrom('source')
    .select('id')
    .$if(byId, (query) => query.where('id', '=', Number(idOrSlug)))
    .$if(!byId, (query) => query.where('slug', '=', idOrSlug))
    .executeTakeFirst()
  if (!found) throw notFound(`There is no source ${idOrSlug}.`)
  return found.id
}
