import type { Database } from 'better-sqlite3'
import { claimRow, createRows, rowOf, type Column, type Rows } from './rows.ts'

/** Rows in memory of a table in the database, which can be read again one by one. */
export interface TableInMemory<Columns extends Record<string, Column>> {
  readonly rows: Rows<Columns>
  /** Reads these ids again, new, changed or deleted; answers the rows of those that ever had one. */
  reread(ids: Iterable<number>): number[]
}

export interface TableSource<Columns extends Record<string, Column>, Source> {
  table: string
  /** Everything up to and with `from`; the id is called `id`. */
  select: string
  columns: { [Name in keyof Columns]: new (length: number) => Columns[Name] }
  /** Writes what was read into its row. */
  set(rows: Rows<Columns>, row: number, source: Source): void
  /** Marks the row of what is no longer there. */
  unset(rows: Rows<Columns>, row: number): void
}

/** Reads the whole table. */
export function loadTable<Columns extends Record<string, Column>, Source extends { id: number }>(
  db: Database,
  source: TableSource<Columns, Source>,
): TableInMemory<Columns> {
  const { table, select, columns } = source
  const count = db.prepare<[], number>(`select count(*) from ${table}`).pluck().get() ?? 0
  const rows = createRows(columns, count)
  for (const found of db.prepare<[], Source>(`${select} order by id`).iterate()) {
    rows.columns.id[rows.size] = found.id
    source.set(rows, rows.size++, found)
  }
  rows.loaded = rows.size
  const byId = db.prepare<[number], Source>(`${select} where id = ?`)
  const rereadOne = (id: number): number | undefined => {
    const found = byId.get(id)
    const row = found ? claimRow(rows, id) : rowOf(rows, id)
    if (row === undefined) return undefined
    if (found) source.set(rows, row, found)
    else source.unset(rows, row)
    return row
  }
  return { rows, reread: (ids) => [...ids].flatMap((id) => rereadOne(id) ?? []) }
}
