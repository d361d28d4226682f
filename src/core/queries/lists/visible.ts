import type { Visibility } from '../../model/visibility.ts'
import type { Selects } from '../../db/store.ts'
import { inList } from '../../db/in-list.ts'

export interface CollectionScope {
  visibility: Visibility
  /** Only of these sources; all when absent. */
  sources?: readonly number[]
  /** Only these collections; all when absent. */
  collections?: readonly number[]
}

/** Ids of the collections that somebody sees: a collection is public when it and its source are. */
export function visibleCollections(
  reads: Selects,
  { visibility, sources, collections }: CollectionScope,
) {
  return reads
    .selectFrom('collection')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select('collection.id')
    .$if(visibility === 'public', (query) =>
      query.where('collection.public', '=', 1).where('source.public', '=', 1),
    )
    .$if(sources !== undefined, (query) => query.where('source.id', 'in', inList(sources ?? [])))
    .$if(collections !== undefined, (query) =>
      query.where('collection.id', 'in', inList(collections ?? [])),
    )
}

/** Whether every image is among these holdings, so that nothing needs to be asked of its collection. */
export function isEverything({ visibility, sources, collections }: CollectionScope): boolean {
  return visibility === 'everything' && sources === undefined && collections === undefined
}
