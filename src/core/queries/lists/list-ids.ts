import type { AliasableExpression, Expression, SelectQueryBuilder } from 'kysely'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import { requirePage, type PageRequest } from '../../model/page.ts'
import type { Tables } from '../../database/tables.ts'

/** One page of a list. */
export interface IdPage {
  /** In the order of the list. */
  ids: number[]
  /** Of all pages. */
  count: number
}

/** The order of a list. The id breaks ties. */
export interface ListOrder<Field extends string> {
  id: AliasableExpression<number>
  fields: Record<Field, Expression<unknown>>
  /** The fields that may be null; none by default. */
  nullable?: readonly Field[]
  terms: readonly OrderTerm<Field>[]
}

/**
 * Lists the ids of one page, and counts all rows that match. Nulls come last in both directions.
 * @param countAll counts the rows faster than a scan
 * @throws CatalogError kind `not_found` for a page past the end
 */
export async function listIds<Known, Table extends keyof Known, Field extends string>(
  found: SelectQueryBuilder<Known, Table, object>,
  order: ListOrder<Field>,
  page: PageRequest,
  countAll?: () => Promise<number>,
): Promise<IdPage> {
  // The selected expressions do not depend on the tables, so their types only get in the way.
  const matching = found as unknown as SelectQueryBuilder<Tables, keyof Tables, object>
  const count = await (countAll?.() ?? countRows(matching))
  requirePage(page, count)
  if (count === 0) return { ids: [], count }
  const rows = await applyOrder(matching.select(order.id.as('id')), order)
    .limit(page.size)
    .offset((page.number - 1) * page.size)
    .execute()
  return { ids: rows.map(({ id }) => id), count }
}

async function countRows(
  matching: SelectQueryBuilder<Tables, keyof Tables, object>,
): Promise<number> {
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Sorts a query by the order of a list. Without nulls, the order of an index is the same in both directions: PostgreSQL
 * reads an ascending index backward only if the query does not say where nulls are.
 */
export function applyOrder<Output, Field extends string>(
  query: SelectQueryBuilder<Tables, keyof Tables, Output>,
  { id, fields, nullable = [], terms }: ListOrder<Field>,
): SelectQueryBuilder<Tables, keyof Tables, Output> {
  return terms
    .reduce(
      (sorted, { field, descending }) =>
        sorted.orderBy(fields[field], (by) => {
          if (!descending) return by.asc().nullsLast()
          return nullable.includes(field) ? by.desc().nullsLast() : by.desc()
        }),
      query,
    )
    .orderBy(id)
}
