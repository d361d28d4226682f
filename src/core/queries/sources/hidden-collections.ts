import type { Selects } from '../../database/store.ts'

/** The most collections among which staff choose. */
const MOST = 100

/** Lists the collections that are not public, by name. */
export function listHiddenCollections(reads: Selects) {
  return selectHidden(reads)
    .select(['collection.id', 'collection.name', 'source.name as source_name'])
    .orderBy('collection.name')
    .orderBy('collection.id')
    .limit(MOST)
    .execute()
}

/** Whether a collection exists and is not public. */
export async function isHiddenCollection(reads: Selects, id: number): Promise<boolean> {
  const hidden = await selectHidden(reads)
    .select('collection.id')
    .where('collection.id', '=', id)
    .executeTakeFirst()
  return hidden !== undefined
}

/** A collection is public if both it and its source are. */
function selectHidden(reads: Selects) {
  return reads
    .selectFrom('collection')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .where((is) => is.or([is('collection.public', '=', 0), is('source.public', '=', 0)]))
}
