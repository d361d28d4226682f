import type { Database } from 'better-sqlite3'
import type { CollectionIndex } from './collection-index.ts'
import {
  appendRow,
  createRowMemory,
  findOrAddRow,
  findRow,
  openRows,
  publishRows,
  reserveRows,
  type Column,
  type Kinds,
  type RowMemory,
  type Rows,
} from './rows.ts'

const COMMON_COLUMNS = {
  /** Flags of `bitmap.ts`. 0 if the row has been deleted. */
  flags: Uint8Array,
  /** Numbers of the `CollectionIndex`. */
  collection: Uint32Array,
  /** Bounds of the date in days since the epoch. NaN, which no comparison matches, without a date. */
  fuzzyFrom: Float64Array,
  fuzzyTo: Float64Array,
}

/** The columns of every cached table. */
export type CommonColumns = {
  [Name in keyof typeof COMMON_COLUMNS]: InstanceType<(typeof COMMON_COLUMNS)[Name]>
}

/** Columns that the query of every cached table selects, besides `flags`. */
export const COMMON_FIELDS = 'id, collection_id, fuzzy_from, fuzzy_to'

/** A row of the database, from which the common columns are set. */
export interface SourceRow {
  id: number
  flags: number
  collection_id: number
  fuzzy_from: number | null
  fuzzy_to: number | null
}

/** A database table in memory, of which single rows can be reloaded. */
export interface CachedTable<Columns extends Record<string, Column> = CommonColumns> {
  readonly rows: Rows<CommonColumns & Columns>
  /** Loads all rows. Ids that were loaded before keep their rows. */
  load(): void
  /** Reloads added, changed or deleted ids. @returns their rows; none for an id that never had a row */
  reload(ids: Iterable<number>): number[]
}

export interface TableSource<Columns extends Record<string, Column>, Source> {
  table: string
  /** The query up to its `from` clause. */
  select: string
  collections: CollectionIndex
  /** The columns besides the common ones. */
  columns: Kinds<Columns>
  /** Writes a database row into these columns. */
  setRow?(columns: Columns, row: number, source: Source): void
}

/** Creates the memory of a table for several threads. @param columns besides the common ones */
export function createTableMemory<Columns>(columns: Kinds<Columns>): RowMemory {
  return createRowMemory({ ...COMMON_COLUMNS, ...columns })
}

/** Loads the whole table. */
export function loadTable<Columns extends Record<string, Column>, Source extends SourceRow>(
  db: Database,
  source: TableSource<Columns, Source>,
): CachedTable<Columns> {
  const table = openTable(db, source)
  table.load()
  return table
}

/** Opens a table in memory; by default, an empty one. */
export function openTable<Columns extends Record<string, Column>, Source extends SourceRow>(
  db: Database,
  { table, select, collections, ...source }: TableSource<Columns, Source>,
  memory = createTableMemory(source.columns),
): CachedTable<Columns> {
  const kinds = { ...COMMON_COLUMNS, ...source.columns } as Kinds<CommonColumns & Columns>
  const rows = openRows(kinds, memory)
  const setRow = (row: number, found: Source): void => {
    // Growing replaces the arrays.
    const { columns } = rows
    // A thread that reads the row meanwhile selects neither its former nor its new state.
    columns.flags[row] = 0
    columns.collection[row] = collections.getNumber(found.collection_id)
    columns.fuzzyFrom[row] = found.fuzzy_from ?? Number.NaN
    columns.fuzzyTo[row] = found.fuzzy_to ?? Number.NaN
    source.setRow?.(columns, row, found)
    columns.flags[row] = found.flags
  }
  const byId = db.prepare<[number], Source>(`${select} where id = ?`)
  const rereadOne = (id: number): number | undefined => {
    const found = byId.get(id)
    const row = found ? findOrAddRow(rows, id) : findRow(rows, id)
    if (row === undefined) return undefined
    if (found) setRow(row, found)
    else rows.columns.flags[row] = 0
    return row
  }
  return {
    rows,
    load() {
      const former = rows.size
      const isFound = new Uint8Array(former)
      reserveRows(rows, count(db, table))
      try {
        for (const found of readInBatches<Source>(db, select)) {
          const row = former === 0 ? appendRow(rows, found.id) : findOrAddRow(rows, found.id)
          setRow(row, found)
          isFound[row] = 1
        }
        for (let row = 0; row < former; row++) if (isFound[row] === 0) rows.columns.flags[row] = 0
      } finally {
        publishRows(rows)
      }
    },
    reload(ids) {
      try {
        return [...ids].flatMap((id) => rereadOne(id) ?? [])
      } finally {
        publishRows(rows)
      }
    },
  }
}

function count(db: Database, table: string): number {
  return db.prepare<[], number>(`select count(*) from ${table}`).pluck().get() ?? 0
}

const BATCH_SIZE = 1000

/** Reads all rows in the order of their ids. Reading each row by itself takes a third longer. */
function* readInBatches<Source extends { id: number }>(
  db: Database,
  select: string,
): Generator<Source> {
  const batchAfter = db.prepare<[number], Source>(
    `${select} where id > ? order by id limit ${BATCH_SIZE}`,
  )
  let batch = batchAfter.all(Number.MIN_SAFE_INTEGER)
  while (batch.length > 0) {
    yield* batch
    batch = batchAfter.all(batch.at(-1)?.id ?? 0)
  }
}
