import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { OrderTerm } from '../../model/ordering.ts'
import { requirePage, type PageRequest } from '../../model/page.ts'
import type { Tables } from '../../db/tables.ts'

/** One page of a list: the ids on it, in order, and how many there are in all. */
export interface IdPage {
  ids: number[]
  count: number
}

/** How a list is sorted: each field's expression, and the id that breaks every tie. */
export interface ListOrder<Field extends string> {
  id: RawBuilder<number>
  fields: Record<Field, RawBuilder<unknown>>
  terms: readonly OrderTerm<Field>[]
}

/**
 * The ids of one page of the rows that match, and their exact number. Nulls come last in both directions.
 * @throws CatalogError kind `not_found` when the page lies past the end
 */
export async function listIds<Known, Table extends keyof Known, Field extends string>(
  found: SelectQueryBuilder<Known, Table, object>,
  order: ListOrder<Field>,
  page: PageRequest,
): Promise<IdPage> {
  // What is selected here depends on no table; aliases and joined queries would only be in the way.
  const matching = found as unknown as SelectQueryBuilder<Tables, keyof Tables, object>
  const { count } = await matching
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  requirePage(page, count)
  if (count === 0) return { ids: [], count }
  const rows = await ordered(matching.select(order.id.as('id')), order)
    .limit(page.size)
    .offset((page.number - 1) * page.size)
    .execute()
  return { ids: rows.map(({ id }) => id), count }
}

/** The rows of a query in the order of a list. */
export function ordered<Output, Field extends string>(
  query: SelectQueryBuilder<Tables, keyof Tables, Output>,
  { id, fields, terms }: ListOrder<Field>,
): SelectQueryBuilder<Tables, keyof Tables, Output> {
  return terms
    .reduce(
      (sorted, { field, descending }) =>
        sorted.orderBy(fields[field], (by) => (descending ? by.desc() : by.asc()).nullsLast()),
      query,
    )
    .orderBy(id)
}
