import type { Database, Statement } from 'better-sqlite3'
import type { StoredValue } from './decode-record.ts'
import type { StoredRow } from './read-cell.ts'
import { PUBLIC_CHANGES, type StoredTable } from './tables.ts'

/** A row with its values by column. A column that was added later is missing. */
export type FoundRow = Record<string, StoredValue>

export function nameValues(
  { columns, rowidColumn }: StoredTable,
  { rowid, values }: StoredRow,
): FoundRow {
  const row: FoundRow = {}
  for (const [index, value] of values.entries()) {
    const column = columns[index]
    if (column !== undefined) row[column] = value
  }
  if (rowidColumn !== undefined && rowid !== undefined) row[rowidColumn] = rowid
  return row
}

/** Returns a function that inserts a row, and throws the error of SQLite if the row breaks a constraint. */
export function createInserter(db: Database): (table: string, row: FoundRow) => void {
  const prepare = createStatementCache(db)
  return (table, row) => {
    const names = Object.keys(row).map((name) => `"${name}"`)
    const places = names.map(() => '?').join()
    const insert = table === PUBLIC_CHANGES ? 'insert or replace' : 'insert'
    prepare(`${insert} into "${table}" (${names.join()}) values (${places})`).run(
      ...Object.values(row),
    )
  }
}

export function createStatementCache(db: Database): (text: string) => Statement {
  const statements = new Map<string, Statement>()
  return (text) => {
    const statement = statements.get(text) ?? db.prepare(text)
    statements.set(text, statement)
    return statement
  }
}
