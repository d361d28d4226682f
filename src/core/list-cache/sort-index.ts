/** Rows in the order of one list, kept so while rows come, go and change. */
export interface SortIndex {
  /** All rows in order, once what has changed stands at its new place. */
  current(): Uint32Array
  /** Says that these rows may stand elsewhere now, or are new or gone. */
  changed(rows: Iterable<number>): void
}

/** How rows come to be in order: by the database, so that it is exactly its order. */
export interface Sorting {
  /** All of them. */
  all(): Uint32Array
  /** The ones of these that are still there. */
  some(rows: readonly number[]): number[]
  /** Whether the first of two stands before the second. */
  isBefore(first: number, second: number): boolean
}

/** When more than this has changed, sorting everything is no slower. */
const MOST_MERGED = 20_000

export function createSortIndex(sorting: Sorting): SortIndex {
  let order = sorting.all()
  const pending = new Set<number>()
  return {
    current() {
      if (pending.size > MOST_MERGED) order = sorting.all()
      else if (pending.size > 0) {
        order = merge(without(order, pending), sorting.some([...pending]), sorting)
      }
      pending.clear()
      return order
    },
    changed(rows) {
      for (const row of rows) pending.add(row)
    },
  }
}

function without(order: Uint32Array, rows: ReadonlySet<number>): Uint32Array {
  const isGone = new Uint8Array(1 + Math.max(...rows))
  for (const row of rows) isGone[row] = 1
  const kept = new Uint32Array(order.length)
  let size = 0
  // Rows beyond the highest that changed are beyond the array, too.
  for (const row of order) if (isGone[row] !== 1) kept[size++] = row
  return kept.subarray(0, size)
}

/** Both are in order; the second is short, and compared with as few of the first as there need be. */
function merge(long: Uint32Array, short: readonly number[], sorting: Sorting): Uint32Array {
  const merged = new Uint32Array(long.length + short.length)
  let copied = 0
  for (const [before, row] of short.entries()) {
    const place = placeOf(row, long, copied, sorting)
    merged.set(long.subarray(copied, place), copied + before)
    merged[place + before] = row
    copied = place
  }
  merged.set(long.subarray(copied), copied + short.length)
  return merged
}

/** How many of the ordered rows stand before this one; at least `low`. */
function placeOf(row: number, order: Uint32Array, low: number, sorting: Sorting): number {
  let high = order.length
  let least = low
  while (least < high) {
    const middle = (least + high) >>> 1
    if (sorting.isBefore(order[middle] ?? 0, row)) least = middle + 1
    else high = middle
  }
  return least
}
