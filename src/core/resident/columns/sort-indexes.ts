import type { Database } from 'better-sqlite3'
import type { SelectQueryBuilder } from 'kysely'
import type { OrderTerm } from '../../model/ordering.ts'
import { inList } from '../../database/sql.ts'
import { applyOrder, type ListOrder } from '../../queries/lists/list-ids.ts'
import type { Tables } from '../../database/tables.ts'
import { createSortIndex, type SortIndex, type Sorting } from './sort-index.ts'
import { findRow, type AnyRows } from './rows.ts'

/** Query of a list in the database, with the fields that sort it. */
export interface SortedList<Field extends string> {
  from: SelectQueryBuilder<Tables, keyof Tables, object>
  order: (terms: readonly OrderTerm<Field>[]) => ListOrder<Field>
  fields: readonly Field[]
}

/**
 * One sort index per field and direction. With nulls last and ties broken by id, one direction is not the reverse of
 * the other.
 */
export interface SortIndexes<Field extends string> {
  /** Returns undefined for an order without an index. */
  find(terms: readonly OrderTerm<Field>[]): SortIndex | undefined
  /** Sorts the rows in one more order. @returns false if all orders were sorted already */
  sortNext(): boolean
  /** Marks changed rows in the indexes of these fields; by default in all. */
  invalidate(rows: Iterable<number>, fields?: readonly Field[]): void
}

export function loadSortIndexes<Field extends string>(
  db: Database,
  rows: AnyRows,
  list: SortedList<Field>,
): SortIndexes<Field> {
  const orders = list.fields
    .flatMap((field) => [
      { field, descending: false },
      { field, descending: true },
    ])
    .map((term) => ({ ...term, rows: createSortIndex(createSorting(db, rows, list, term)) }))
  return {
    find([term, ...others]) {
      if (!term || others.length > 0) return undefined
      return orders.find((one) => one.field === term.field && one.descending === term.descending)
        ?.rows
    },
    sortNext() {
      const next = orders.find(({ rows }) => !rows.isSorted)
      next?.rows.readOrder()
      return next !== undefined
    },
    invalidate(changed, fields = list.fields) {
      for (const one of orders) if (fields.includes(one.field)) one.rows.invalidate(changed)
    },
  }
}

/** Sorts rows by the same `order by` clause as the list's query. */
function createSorting<Field extends string>(
  db: Database,
  rows: AnyRows,
  { from, order }: SortedList<Field>,
  term: OrderTerm<Field>,
): Sorting {
  const { id } = order([term])
  const sorted = applyOrder(from.select(id.as('id')), order([term]))
  const all = db.prepare<[], number>(sorted.compile().sql).pluck()
  // The only parameter is the list of ids.
  const named = sorted.where(id, 'in', inList<number>([])).compile()
  const some = db.prepare<[string], number>(named.sql).pluck()
  const idOf = (row: number): number => rows.columns.id[row] ?? 0
  const known = (id: number): number => {
    const row = findRow(rows, id)
    if (row === undefined) throw new Error(`${id} has no row in memory`)
    return row
  }
  return {
    sortAll() {
      const order = new Uint32Array(rows.size)
      let size = 0
      for (const id of all.iterate()) order[size++] = known(id)
      return order.subarray(0, size)
    },
    sortSome: (wanted) => some.all(JSON.stringify(wanted.map(idOf))).map(known),
    isBefore(first, second) {
      const [one, other] = [idOf(first), idOf(second)]
      return some.get(`[${one},${other}]`) === one
    },
  }
}
