import type { Database } from 'better-sqlite3'

/** A table, as a version of the program creates it. */
export interface StoredTable {
  name: string
  /** Whether triggers fill it from the rows of other tables. */
  isDerived: boolean
  /** The columns in the order in which a row stores them. */
  columns: string[]
  /** The column that is the row id, and is not stored with the other values. */
  rowidColumn: string | undefined
  kind: 'table' | 'index'
  key: string[]
  references: Reference[]
}

export interface Reference {
  column: string
  /** The table that it refers to, and its column. */
  table: string
  to: string
  isNullable: boolean
}

/** Tables of SpatiaLite and of the migrations, which a new database contains. */
const GIVEN =
  /^(?:sqlite_|kysely_|spatial|geometry_columns|views_|virts_|data_licenses|sql_statements|idx_)/u

/** A counter, which triggers update but do not insert. */
const COUNTERS = ['georeference_total']

/** A log that triggers write, also of rows that were deleted since. */
export const PUBLIC_CHANGES = 'public_change'

/** Their triggers count the rows of other tables. */
const LAST = ['activity_event']

/** Lists the tables of a new database, those first that others refer to. */
export function listTables(db: Database): StoredTable[] {
  const derived = listDerivedTables(db)
  const names = db
    .prepare<[], { name: string; wr: number }>(
      `select name, wr from pragma_table_list where schema = 'main' and type = 'table' order by name`,
    )
    .all()
    .filter(({ name }) => !GIVEN.test(name))
  const tables = names.map(({ name, wr }) => ({
    ...describeTable(db, name, wr === 1),
    isDerived: derived.has(name),
  }))
  return sortByReferences(tables)
}

function listDerivedTables(db: Database): Set<string> {
  const triggers = db
    .prepare<[], string>(`select sql from sqlite_schema where type = 'trigger'`)
    .pluck()
    .all()
  const filled = triggers.flatMap((sql) =>
    [...sql.matchAll(/\binsert (?:or \w+ )?into "?(\w+)/giu)].map(([, name = '']) => name),
  )
  return new Set([...filled.filter((name) => name !== PUBLIC_CHANGES), ...COUNTERS])
}

interface Column {
  name: string
  type: string
  notnull: number
  pk: number
  /** 2 for a generated column that is not stored. */
  hidden: number
}

function describeTable(
  db: Database,
  name: string,
  isWithoutRowid: boolean,
): Omit<StoredTable, 'isDerived'> {
  const columns = db.pragma(`table_xinfo("${name}")`) as Column[]
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  const [only] = key
  const isRowid = !isWithoutRowid && key.length === 1 && only?.type === 'INTEGER'
  const stored = columns.filter(({ hidden }) => hidden !== 2)
  const order = isWithoutRowid ? [...key, ...stored.filter(({ pk }) => pk === 0)] : stored
  const foreign = db.pragma(`foreign_key_list("${name}")`) as {
    from: string
    table: string
    to: string
  }[]
  return {
    name,
    columns: order.map((column) => column.name),
    rowidColumn: isRowid ? only.name : undefined,
    kind: isWithoutRowid ? 'index' : 'table',
    key: key.map((column) => column.name),
    references: foreign.map(({ from, table, to }) => ({
      column: from,
      table,
      to,
      isNullable: columns.some(
        (column) => column.name === from && column.notnull + column.pk === 0,
      ),
    })),
  }
}

function sortByReferences(tables: readonly StoredTable[]): StoredTable[] {
  const sorted = new Set<StoredTable>()
  const add = (table: StoredTable): void => {
    if (sorted.has(table)) return
    for (const reference of table.references) {
      const parent = tables.find(({ name }) => name === reference.table)
      if (parent && parent !== table) add(parent)
    }
    sorted.add(table)
  }
  for (const table of tables) if (!LAST.includes(table.name)) add(table)
  return [...sorted, ...tables.filter((table) => !sorted.has(table))]
}
