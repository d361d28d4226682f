/**
 * A table in memory, one array a column. A row is a place in the arrays: it is given to an id once and
 * never to another.
 */
export interface Rows<Columns extends Record<string, Column>> {
  columns: Columns & { id: Float64Array }
  /** How many rows are in use. */
  size: number
  /** How many of them were there from the start: their ids ascend. */
  loaded: number
  /** Rows of the ids that came later. */
  later: Map<number, number>
}

export type Column = Float64Array | Uint32Array | Uint8Array

type Kinds<Columns> = { [Name in keyof Columns]: new (length: number) => Columns[Name] }

/** Places for what is yet to come, before all arrays are copied into longer ones. */
const SPARE = 10_000

/** An empty table with room for so many rows. */
export function createRows<Columns extends Record<string, Column>>(
  kinds: Kinds<Columns>,
  expected: number,
): Rows<Columns> {
  const columns = Object.entries(kinds).map(([name, Kind]) => [name, new Kind(expected + SPARE)])
  return {
    columns: {
      ...(Object.fromEntries(columns) as Columns),
      id: new Float64Array(expected + SPARE),
    },
    size: 0,
    loaded: 0,
    later: new Map(),
  }
}

/** Where an id is; undefined when it never had a row. */
export function rowOf({ columns, loaded, later }: AnyRows, id: number): number | undefined {
  const ids = columns.id
  let low = 0
  let high = loaded
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low < loaded && ids[low] === id ? low : later.get(id)
}

export type AnyRows = Pick<Rows<Record<string, Column>>, 'size' | 'loaded' | 'later'> & {
  columns: { id: Float64Array }
}

/** The row of an id that has been seen; for one that has not, a new one. */
export function claimRow<Columns extends Record<string, Column>>(
  rows: Rows<Columns>,
  id: number,
): number {
  const known = rowOf(rows, id)
  if (known !== undefined) return known
  if (rows.size === rows.columns.id.length) grow(rows)
  rows.columns.id[rows.size] = id
  rows.later.set(id, rows.size)
  return rows.size++
}

function grow<Columns extends Record<string, Column>>(rows: Rows<Columns>): void {
  const longer = Object.entries<Column>(rows.columns).map(([name, column]) => {
    const copy = new (column.constructor as new (length: number) => Column)(rows.size + SPARE)
    copy.set(column)
    return [name, copy]
  })
  rows.columns = Object.fromEntries(longer) as typeof rows.columns
}
