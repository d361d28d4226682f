import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { loadDump } from '../../src/core/dump/load.ts'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import { openTestCatalog, type TestCatalog } from './open-catalog.ts'
import { linesOf, SAMPLE, writeSampleDump } from './sample-dump.ts'

/** Tables of SpatiaLite, and of its spatial indexes. */
const SPATIALITE = /^(?:spatial|geometry_columns|views_|virts_|data_licenses|sql_statements|idx_)/u

/** Opens a catalog on SQLite in which every table has a row, with nulls where possible. */
export async function openCompleteCatalog(): Promise<TestCatalog> {
  const here = await openTestCatalog()
  // The images of the sample without its files.
  const lines = linesOf(SAMPLE.map((line) => ({ ...line, file: undefined })))
  const dump = await writeSampleDump(join(here.folder, 'sample'), { lines, files: {} })
  await loadDump(here.catalog, dump, { acceptStaff: true })
  const db = openConnection({ file: join(here.data, 'catalog.sqlite') })
  try {
    fillEmptyTables(db)
  } finally {
    db.close()
  }
  return here
}

/** Lists the tables of the catalog, without those of SpatiaLite. */
export function listTables(db: Database): string[] {
  return db
    .prepare<[], string>(`select name from pragma_table_list
      where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name`)
    .pluck()
    .all()
    .filter((name) => !SPATIALITE.test(name))
}

/** Inserts a row of plain values into every table without one: parents first, as often as that helps. */
export function fillEmptyTables(db: Database): void {
  let empty: string[] = []
  let left: string[]
  do {
    left = empty
    empty = listTables(db).filter((table) => isEmpty(db, table))
    for (const table of empty) tryToFill(db, table)
  } while (empty.length !== left.length)
  if (empty.length > 0) throw new Error(`Cannot fill ${empty.join()}`)
}

function isEmpty(db: Database, table: string): boolean {
  return db.prepare(`select 1 from "${table}" limit 1`).get() === undefined
}

/** Sets every column that is null or may have its default in all rows of its table, in one of them. */
export function fillEmptyColumns(db: Database): void {
  for (const table of listTables(db)) {
    const columns = listColumns(db, table)
    const empty = columns.filter(
      (column) => column.dflt_value !== null || isUnset(db, table, column),
    )
    if (empty.length === 0) continue
    const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`)
    const changes = empty.map(({ name }) => `"${name}" = ?`)
    db.prepare(
      `update "${table}" set ${changes.join()} where (${key.join()}) = (select ${key.join()} from "${table}" limit 1)`,
    ).run(empty.map((column) => chooseValue(db, table, column)))
  }
}

function isUnset(db: Database, table: string, { name }: Column): boolean {
  const query = `select 1 from "${table}" where "${name}" is not null limit 1`
  return db.prepare(query).get() === undefined
}

/** Lists the columns of a table that are not generated. */
export function listColumns(db: Database, table: string): Column[] {
  return db.pragma(`table_info("${table}")`) as Column[]
}

interface Column {
  name: string
  type: string
  notnull: 0 | 1
  dflt_value: string | null
  pk: number
}

function tryToFill(db: Database, table: string): void {
  const columns = listColumns(db, table).filter(
    ({ notnull, dflt_value, pk }) => (notnull === 1 && dflt_value === null) || pk > 0,
  )
  const values = columns.map((column) => chooseValue(db, table, column))
  const names = columns.map(({ name }) => name).join()
  try {
    db.prepare(`insert into "${table}" (${names}) values (${columns.map(() => '?').join()})`).run(
      values,
    )
  } catch (error) {
    if (!/FOREIGN KEY|NOT NULL/u.test((error as Error).message)) throw error
  }
}

/** Takes the id of a parent, the first value that a check allows, or any value of the type except for the default. */
function chooseValue(db: Database, table: string, { name, type, dflt_value }: Column): unknown {
  const keys = db.pragma(`foreign_key_list("${table}")`) as {
    from: string
    table: string
    to: string
  }[]
  const key = keys.find(({ from }) => from === name)
  if (key) return db.prepare(`select min("${key.to}") from "${key.table}"`).pluck().get()
  const definition = db.prepare('select sql from sqlite_schema where name = ?').pluck().get(table)
  const [, allowed = ''] =
    new RegExp(`check \\(${name} in \\(([^)]+)`, 'u').exec(String(definition)) ?? []
  const literal = allowed.split(', ').find((value) => value !== '' && value !== dflt_value)
  if (literal !== undefined) return db.prepare(`select ${literal}`).pluck().get()
  if (type === 'BLOB') return Buffer.from([1])
  if (type === 'TEXT') return '{}'
  return dflt_value === '1' ? 99 : 1
}
