import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { GeoreferenceOrder, ImageOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Reads } from '../../database/store.ts'
import { listAreaIds, listPointIds, type AreaFilter, type PointFilter } from './georeferences.ts'
import { listImageIds, type ImageListFilter } from './images.ts'
import type { IdPage } from './list-ids.ts'

/** A page of one of the lists that grow with the catalog. */
export type ListQuery = ImageQuery | PointQuery | AreaQuery

interface PageQuery<Filter, Order extends string> {
  filter: Filter
  terms: readonly OrderTerm<Order>[]
  page: PageRequest
}

export interface ImageQuery extends PageQuery<ImageListFilter, ImageOrder> {
  list: 'images'
}

export interface PointQuery extends PageQuery<PointFilter, GeoreferenceOrder> {
  list: 'points'
}

export interface AreaQuery extends PageQuery<AreaFilter, GeoreferenceOrder> {
  list: 'areas'
}

/**
 * Runs the query in the database.
 * @throws CatalogError kind `not_found` for a page past the end
 */
export function findIds(reads: Reads, query: ListQuery): Promise<IdPage> {
  const { list, page } = query
  if (list === 'images') return listImageIds(reads, query.filter, query.terms, page)
  if (list === 'points') return listPointIds(reads, query.filter, query.terms, page)
  return listAreaIds(reads, query.filter, query.terms, page)
}
