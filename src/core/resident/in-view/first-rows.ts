/** Those rows with the lowest ids, of any number of rows. */
export interface FirstRows {
  add(row: number): void
  /** Returns up to `count` rows in the order of their ids. */
  list(count: number): number[]
}

/** So many rows are sorted at once. */
const BUFFERED = 1000

/** @param most the greatest count that is listed */
export function createFirstRows(most: number, idOf: (row: number) => number): FirstRows {
  let rows: number[] = []
  let highestId = Infinity
  const keep = (count: number): void => {
    rows = rows.sort((a, b) => idOf(a) - idOf(b)).slice(0, count)
  }
  return {
    add(row) {
      if (idOf(row) > highestId) return
      rows.push(row)
      if (rows.length < most + BUFFERED) return
      keep(most)
      highestId = idOf(rows.at(-1) ?? row)
    },
    list(count) {
      keep(count)
      return rows
    },
  }
}
