import type { Database } from 'better-sqlite3'
import type { SelectQueryBuilder } from 'kysely'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import { inList } from '../../database/sql.ts'
import { applyOrder, type ListOrder } from '../../queries/lists/list-ids.ts'
import type { Tables } from '../../database/tables.ts'
import { findRow, type AnyRows } from './rows.ts'

/** The rows of a list in one order, maintained while rows are added, changed and deleted. */
export interface SortIndex {
  /** Returns all rows in order. Sorts them on the first call, and later moves the rows that were invalidated. */
  readOrder(): Uint32Array
  readonly isSorted: boolean
  /** Marks rows that were added, changed or deleted. */
  invalidate(rows: Iterable<number>): void
}

/** Sorts rows. The database does it, so that the order is exactly the same. */
export interface Sorting {
  sortAll(): Uint32Array
  /** Omits deleted rows. */
  sortSome(rows: readonly number[]): number[]
  isBefore(first: number, second: number): boolean
}

/** Beyond this number of changes, sorting everything is no slower. */
const MAX_MERGED = 20_000

export function createSortIndex(sorting: Sorting): SortIndex {
  let order: Uint32Array | undefined
  const pending = new Set<number>()
  return {
    readOrder() {
      if (!order || pending.size > MAX_MERGED) order = sorting.sortAll()
      else if (pending.size > 0) {
        order = merge(removeRows(order, pending), sorting.sortSome([...pending]), sorting)
      }
      pending.clear()
      return order
    },
    get isSorted() {
      return order !== undefined
    },
    invalidate(rows) {
      for (const row of rows) pending.add(row)
    },
  }
}

function removeRows(order: Uint32Array, rows: ReadonlySet<number>): Uint32Array {
  const isRemoved = new Uint8Array(1 + Math.max(...rows))
  for (const row of rows) isRemoved[row] = 1
  const rest = new Uint32Array(order.length)
  let size = 0
  // A row above the highest removed one is outside the array, so it reads as undefined.
  for (const row of order) if (isRemoved[row] !== 1) rest[size++] = row
  return rest.subarray(0, size)
}

/** Merges two sorted arrays, of which the second is short, by binary search. */
function merge(long: Uint32Array, short: readonly number[], sorting: Sorting): Uint32Array {
  const merged = new Uint32Array(long.length + short.length)
  let copied = 0
  for (const [before, row] of short.entries()) {
    const position = findPosition(row, long, copied, sorting)
    merged.set(long.subarray(copied, position), copied + before)
    merged[position + before] = row
    copied = position
  }
  merged.set(long.subarray(copied), copied + short.length)
  return merged
}

/** Returns how many of the sorted rows precede this one; at least `low`. */
function findPosition(row: number, order: Uint32Array, low: number, sorting: Sorting): number {
  let [from, to] = [low, order.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (sorting.isBefore(order[middle] ?? 0, row)) from = middle + 1
    else to = middle
  }
  return from
}

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
