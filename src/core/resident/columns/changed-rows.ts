/** The rows of changed images, in the order of the changes, so that cached results learn which to score again. */
export interface ChangedRows {
  /** Position after the last change. */
  readonly end: number
  append(rows: Iterable<number>): void
  /** Returns up to `most` of the rows that changed at or after a position; undefined if they are no longer known. */
  read(position: number, most: number): readonly number[] | undefined
}

const MAX_ROWS = 100_000

export function createChangedRows(): ChangedRows {
  let first = 0
  let rows: number[] = []
  return {
    get end() {
      return first + rows.length
    },
    append(more) {
      for (const row of more) rows.push(row)
      if (rows.length <= MAX_ROWS) return
      const dropped = rows.length - MAX_ROWS / 2
      rows = rows.slice(dropped)
      first += dropped
    },
    read(position, most) {
      if (position < first) return undefined
      return rows.slice(position - first, position - first + most)
    },
  }
}
