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
