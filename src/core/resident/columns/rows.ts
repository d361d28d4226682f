/** A table in memory, one array per column. A row is an index into the arrays, and belongs to one id forever. */
export interface Rows<Columns extends Record<string, Column>> {
  columns: Columns & { id: Float64Array }
  /** Number of rows in use. */
  size: number
  /** Number of rows loaded at first. Their ids ascend. */
  loaded: number
  /** Rows of the ids that were added after loading. */
  added: Map<number, number>
}

export type Column = Float64Array | Uint32Array | Uint8Array

/** The typed array of each column. */
export type Kinds<Columns> = { [Name in keyof Columns]: new (length: number) => Columns[Name] }

/** Free rows for additions, before all arrays are copied into longer ones. */
const SPARE_ROWS = 10_000

/** Creates an empty table with room for `expected` rows. */
export function createRows<Columns extends Record<string, Column>>(
  kinds: Kinds<Columns>,
  expected: number,
): Rows<Columns> {
  const columns = Object.entries(kinds).map(([name, Kind]) => [
    name,
    new Kind(expected + SPARE_ROWS),
  ])
  return {
    columns: {
      ...(Object.fromEntries(columns) as Columns),
      id: new Float64Array(expected + SPARE_ROWS),
    },
    size: 0,
    loaded: 0,
    added: new Map(),
  }
}

/** Returns the row of an id by binary search; undefined if the id never had a row. */
export function findRow({ columns, loaded, added }: AnyRows, id: number): number | undefined {
  const ids = columns.id
  let low = 0
  let high = loaded
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low < loaded && ids[low] === id ? low : added.get(id)
}

export type AnyRows = Pick<Rows<Record<string, Column>>, 'size' | 'loaded' | 'added'> & {
  columns: { id: Float64Array }
}

/** Returns the row of an id. Adds a row for a new id. */
export function findOrAddRow<Columns extends Record<string, Column>>(
  rows: Rows<Columns>,
  id: number,
): number {
  const known = findRow(rows, id)
  if (known !== undefined) return known
  if (rows.size === rows.columns.id.length) grow(rows)
  rows.columns.id[rows.size] = id
  rows.added.set(id, rows.size)
  return rows.size++
}

function grow<Columns extends Record<string, Column>>(rows: Rows<Columns>): void {
  const longer = Object.entries<Column>(rows.columns).map(([name, column]) => {
    const copy = new (column.constructor as new (length: number) => Column)(rows.size + SPARE_ROWS)
    copy.set(column)
    return [name, copy]
  })
  rows.columns = Object.fromEntries(longer) as typeof rows.columns
}
