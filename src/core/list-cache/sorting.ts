import type { Database } from 'better-sqlite3'
import type { SelectQueryBuilder } from 'kysely'
import type { OrderTerm } from '../model/ordering.ts'
import { inList } from '../db/in-list.ts'
import { ordered, type ListOrder } from '../queries/lists/list-ids.ts'
import type { Tables } from '../db/tables.ts'
import { createSortIndex, type SortIndex, type Sorting } from './sort-index.ts'
import { rowOf, type AnyRows } from './rows.ts'

/** How a list is sorted in the database. */
export interface SortedList<Field extends string> {
  from: SelectQueryBuilder<Tables, keyof Tables, object>
  order: (terms: readonly OrderTerm<Field>[]) => ListOrder<Field>
  fields: readonly Field[]
}

/** One permutation a field and direction: with nulls last and ties by id, one is not the other reversed. */
export interface Orders<Field extends string> {
  /** Undefined when it is none of the kept ones. */
  find(terms: readonly OrderTerm<Field>[]): SortIndex | undefined
  /** Says that rows may stand elsewhere now: in the orders by these fields, or in all. */
  changed(rows: readonly number[], fields?: readonly Field[]): void
}

export function loadOrders<Field extends string>(
  db: Database,
  rows: AnyRows,
  list: SortedList<Field>,
): Orders<Field> {
  const orders = list.fields
    .flatMap((field) => [
      { field, descending: false },
      { field, descending: true },
    ])
    .map((term) => ({ ...term, rows: createSortIndex(sortingBy(db, rows, list, term)) }))
  return {
    find([term, ...others]) {
      if (!term || others.length > 0) return undefined
      return orders.find((one) => one.field === term.field && one.descending === term.descending)
        ?.rows
    },
    changed(changed, fields = list.fields) {
      for (const one of orders) if (fields.includes(one.field)) one.rows.changed(changed)
    },
  }
}

/** Rows sorted by the very `order by` that the list itself would be asked with. */
function sortingBy<Field extends string>(
  db: Database,
  rows: AnyRows,
  { from, order }: SortedList<Field>,
  term: OrderTerm<Field>,
): Sorting {
  const { id } = order([term])
  const sorted = ordered(from.select(id.as('id')), order([term]))
  const all = db.prepare<[], number>(sorted.compile().sql).pluck()
  // Its one parameter is the list of ids.
  const named = sorted.where(id, 'in', inList<number>([])).compile()
  const some = db.prepare<[string], number>(named.sql).pluck()
  const idOf = (row: number): number => rows.columns.id[row] ?? 0
  const known = (id: number): number => {
    const row = rowOf(rows, id)
    if (row === undefined) throw new Error(`${id} has no row in memory`)
    return row
  }
  return {
    all() {
      const order = new Uint32Array(rows.size)
      let size = 0
      for (const id of all.iterate()) order[size++] = known(id)
      return order.subarray(0, size)
    },
    some: (wanted) => some.all(JSON.stringify(wanted.map(idOf))).map(known),
    isBefore(first, second) {
      const [one, other] = [idOf(first), idOf(second)]
      return some.get(`[${one},${other}]`) === one
    },
  }
}
