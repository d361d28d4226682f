import type { Visibility } from '../../model/visibility.ts'
import type { Selects } from '../../database/store.ts'
import { inList } from '../../database/sql.ts'

/** Selects collections. An absent member does not restrict. */
export interface CollectionScope {
  visibility: Visibility
  /** Ids of sources. */
  sources?: readonly number[]
  /** Ids of collections. */
  collections?: readonly number[]
}

/** Selects the ids of the collections in scope. A collection is public if it and its source are. */
export function selectVisibleCollections(
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

/** Whether all collections are in scope. */
export function isUnrestricted({ visibility, sources, collections }: CollectionScope): boolean {
  return visibility === 'everything' && sources === undefined && collections === undefined
}
