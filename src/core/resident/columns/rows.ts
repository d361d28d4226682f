/** A table in memory, one array per column. A row is an index into the arrays, and belongs to one id forever. */
export interface Rows<Columns extends Record<string, Column>> {
  columns: Columns & { id: Float64Array }
  /** Number of rows in use. */
  size: number
  /** Number of first rows whose ids ascend. */
  ascending: number
  /** Rows of the other ids. */
  others: Map<number, number>
  readonly kinds: Kinds<Columns>
  readonly memory: RowMemory
}

/** The memory of a table, which several threads may have. It grows in place. */
export interface RowMemory {
  readonly columns: Readonly<Record<string, SharedArrayBuffer>>
  /** The numbers of rows that `publishRows` wrote: `size` and `ascending`. */
  readonly counts: Uint32Array
}

export type Column = Float64Array | Uint32Array | Uint8Array

/** The typed array of each column. */
export type Kinds<Columns> = {
  [Name in keyof Columns]: {
    readonly BYTES_PER_ELEMENT: number
    new (buffer: SharedArrayBuffer, offset: number, length: number): Columns[Name]
  }
}

/** Reserves addresses, not memory. */
const MAX_ROWS = 2 ** 27

/** Free rows for additions, before all arrays grow. */
const SPARE_ROWS = 10_000

export function createRowMemory<Columns>(kinds: Kinds<Columns>): RowMemory {
  const columns = Object.entries<Kinds<Columns>[keyof Columns]>({ ...kinds, id: Float64Array }).map(
    ([name, { BYTES_PER_ELEMENT: bytes }]) => [
      name,
      new SharedArrayBuffer(0, { maxByteLength: MAX_ROWS * bytes }),
    ],
  )
  return {
    columns: Object.fromEntries(columns) as RowMemory['columns'],
    counts: new Uint32Array(new SharedArrayBuffer(8)),
  }
}

/** Views the published rows of a memory; by default, creates an empty table. */
export function openRows<Columns extends Record<string, Column>>(
  kinds: Kinds<Columns>,
  memory: RowMemory = createRowMemory(kinds),
): Rows<Columns> {
  const columns = viewColumns(kinds, memory)
  const rows: Rows<Columns> = { columns, size: 0, ascending: 0, others: new Map(), kinds, memory }
  readPublishedRows(rows)
  return rows
}

/** Creates an empty table with room for `expected` rows. */
export function createRows<Columns extends Record<string, Column>>(
  kinds: Kinds<Columns>,
  expected: number,
): Rows<Columns> {
  const rows = openRows(kinds)
  reserveRows(rows, expected)
  return rows
}

/** Makes room for this number of rows and some more. */
export function reserveRows<Columns extends Record<string, Column>>(
  rows: Rows<Columns>,
  count: number,
): void {
  const { kinds, memory, columns } = rows
  if (count <= columns.id.length) return
  for (const [name, { BYTES_PER_ELEMENT: bytes }] of Object.entries(columns)) {
    const buffer = memory.columns[name]
    const length = (count + SPARE_ROWS) * bytes
    if (buffer && buffer.byteLength < length) buffer.grow(length)
  }
  rows.columns = viewColumns(kinds, memory)
}

/** Lets other threads read the rows that were added. */
export function publishRows({ memory, size, ascending }: AnyRows & { memory: RowMemory }): void {
  memory.counts.set([size, ascending])
}

/** Includes the rows that another thread added, which must not write meanwhile. */
export function readPublishedRows<Columns extends Record<string, Column>>(
  rows: Rows<Columns>,
): void {
  const [size = 0, ascending = 0] = rows.memory.counts
  const { id } = rows.columns
  if (id.byteLength < id.buffer.byteLength) rows.columns = viewColumns(rows.kinds, rows.memory)
  for (let row = Math.max(rows.size, ascending); row < size; row++) {
    rows.others.set(rows.columns.id[row] ?? 0, row)
  }
  rows.size = size
  rows.ascending = ascending
}

function viewColumns<Columns extends Record<string, Column>>(
  kinds: Kinds<Columns>,
  { columns }: RowMemory,
): Rows<Columns>['columns'] {
  const views = Object.entries(columns).map(([name, buffer]) => {
    const Kind = name === 'id' ? Float64Array : kinds[name as keyof Columns]
    return [name, new Kind(buffer, 0, buffer.byteLength / Kind.BYTES_PER_ELEMENT)]
  })
  return Object.fromEntries(views) as Rows<Columns>['columns']
}

/** Returns the row of an id by binary search; undefined if the id never had a row. */
export function findRow({ columns, ascending, others }: AnyRows, id: number): number | undefined {
  const ids = columns.id
  let low = 0
  let high = ascending
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low < ascending && ids[low] === id ? low : others.get(id)
}

export type AnyRows = Pick<Rows<Record<string, Column>>, 'size' | 'ascending' | 'others'> & {
  columns: { id: Float64Array }
}

/** Returns the row of an id. Adds a row for a new id. */
export function findOrAddRow<Columns extends Record<string, Column>>(
  rows: Rows<Columns>,
  id: number,
): number {
  return findRow(rows, id) ?? appendRow(rows, id)
}

/** Adds a row for an id that has none. */
export function appendRow<Columns extends Record<string, Column>>(
  rows: Rows<Columns>,
  id: number,
): number {
  reserveRows(rows, rows.size + 1)
  const row = rows.size++
  const { id: ids } = rows.columns
  ids[row] = id
  if (row === rows.ascending && (row === 0 || id > (ids[row - 1] ?? 0))) rows.ascending++
  else rows.others.set(id, row)
  return row
}
