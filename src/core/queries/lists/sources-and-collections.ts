import type { Micros } from '../../base/clock.ts'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { CollectionOrder, SourceOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Visibility } from '../../model/visibility.ts'
import type { Reads } from '../../database/store.ts'
import { column } from '../../database/expressions.ts'
import { inList } from '../../database/sql.ts'
import { selectChangedSince } from '../changes/changed-since.ts'
import { listIds, type IdPage } from './list-ids.ts'
import { selectVisibleCollections, type CollectionScope } from './visible-collections.ts'

export interface SourceFilter {
  visibility: Visibility
  /** Any of these slugs. */
  slugs?: readonly string[]
  /** Only sources that changed for the public at this time or later. */
  modifiedSince?: Micros | undefined
}

export interface CollectionFilter extends Pick<CollectionScope, 'visibility' | 'sources'> {
  slug?: string
  /** Only collections that changed for the public at this time or later. */
  modifiedSince?: Micros | undefined
}

export function listSourceIds(
  reads: Reads,
  { visibility, slugs, modifiedSince }: SourceFilter,
  terms: readonly OrderTerm<SourceOrder>[],
  page: PageRequest,
): Promise<IdPage> {
  const matching = reads
    .selectFrom('source')
    .$if(visibility === 'public', (query) => query.where('source.public', '=', 1))
    .$if(slugs !== undefined, (query) => query.where('source.slug', 'in', inList(slugs ?? [])))
    .$if(modifiedSince !== undefined, (query) =>
      query.where('source.id', 'in', selectChangedSince(reads, 'source', modifiedSince ?? 0)),
    )
  const fields = { name: column('source.name_folded') }
  return listIds(matching, { id: column<number>('source.id'), fields, terms }, page)
}

export function listCollectionIds(
  reads: Reads,
  { slug, modifiedSince, ...scope }: CollectionFilter,
  terms: readonly OrderTerm<CollectionOrder>[],
  page: PageRequest,
): Promise<IdPage> {
  const matching = reads
    .selectFrom('collection')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .where('collection.id', 'in', selectVisibleCollections(reads, scope))
    .$if(slug !== undefined, (query) => query.where('collection.slug', 'in', inList([slug ?? ''])))
    .$if(modifiedSince !== undefined, (query) =>
      query.where(
        'collection.id',
        'in',
        selectChangedSince(reads, 'collection', modifiedSince ?? 0),
      ),
    )
  const fields = {
    name: column('collection.name_folded'),
    source__name: column('source.name_folded'),
  }
  const order = { id: column<number>('collection.id'), fields, terms: withinSource(terms) }
  return listIds(matching, order, page)
}

/** Sorts the collections of one source by name, unless the order says otherwise. */
function withinSource(terms: readonly OrderTerm<CollectionOrder>[]): OrderTerm<CollectionOrder>[] {
  const bySource = terms.find(({ field }) => field === 'source__name')
  const isNamed = terms.some(({ field }) => field === 'name')
  if (bySource === undefined || isNamed) return [...terms]
  return [...terms, { field: 'name', descending: bySource.descending }]
}
