import type { Database } from 'better-sqlite3'
import type { OrderTerm } from '../../../model/ordering.ts'
import type { ImageOrder } from '../../../model/orders.ts'
import { among } from '../lists/among.ts'
import { imageOrder } from '../lists/images.ts'
import { ordered } from '../lists/list-ids.ts'
import type { Reads } from '../store.ts'
import { rowOf, type ImageRows } from './image-rows.ts'
import type { Sorting } from './permutation.ts'

/** Rows sorted by the very `order by` that the list itself would be asked with. */
export function imageSorting(
  db: Database,
  reads: Reads,
  rows: ImageRows,
  term: OrderTerm<ImageOrder>,
): Sorting {
  const sorted = ordered(reads.selectFrom('image').select('image.id'), imageOrder([term]))
  const all = db.prepare<[], number>(sorted.compile().sql).pluck()
  // Its one parameter is the list of ids.
  const named = sorted.where('image.id', 'in', among<number>([])).compile()
  const some = db.prepare<[string], number>(named.sql).pluck()
  const known = (id: number): number => {
    const row = rowOf(rows, id)
    if (row === undefined) throw new Error(`image ${id} has no row in memory`)
    return row
  }
  return {
    all() {
      const order = new Uint32Array(rows.size)
      let size = 0
      for (const id of all.iterate()) order[size++] = known(id)
      return order.subarray(0, size)
    },
    some(wanted) {
      return some.all(JSON.stringify(wanted.map((row) => rows.ids[row]))).map(known)
    },
    isBefore(first, second) {
      const [id, other] = [rows.ids[first], rows.ids[second]]
      return some.get(`[${id},${other}]`) === id
    },
  }
}
