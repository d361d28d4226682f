import type { OrderTerm } from '../../model/ordering.ts'
import type { GeoreferenceOrder, ImageOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Reads } from '../../db/store.ts'
import { listAreaIds, listPointIds, type AreaFilter, type PointFilter } from './georeferences.ts'
import { listImageIds, type ImageFilter } from './images.ts'
import type { IdPage } from './list-ids.ts'

/** A page of one of the lists that grow with the catalogue. */
export type ListQuery = ImageQuery | PointQuery | AreaQuery

interface Question<Filter, Order extends string> {
  filter: Filter
  terms: readonly OrderTerm<Order>[]
  page: PageRequest
}

export interface ImageQuery extends Question<ImageFilter, ImageOrder> {
  list: 'images'
}

export interface PointQuery extends Question<PointFilter, GeoreferenceOrder> {
  list: 'points'
}

export interface AreaQuery extends Question<AreaFilter, GeoreferenceOrder> {
  list: 'areas'
}

/**
 * Asks the database.
 * @throws CatalogError kind `not_found` when the page lies past the end
 */
export function findIds(reads: Reads, question: ListQuery): Promise<IdPage> {
  const { list, page } = question
  if (list === 'images') return listImageIds(reads, question.filter, question.terms, page)
  if (list === 'points') return listPointIds(reads, question.filter, question.terms, page)
  return listAreaIds(reads, question.filter, question.terms, page)
}
