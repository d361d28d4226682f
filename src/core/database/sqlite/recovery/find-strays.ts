import Database from 'better-sqlite3'
import type { PageContent } from './b-tree.ts'
import { append } from './append.ts'
import { createInserter, nameValues } from './found-row.ts'
import type { StoredRow } from './read-cell.ts'
import type { StoredTable } from './tables.ts'

/** Rows of an index look like those of a table without row ids, but no index has as many columns. */
const MIN_COLUMNS = 5

/**
 * Finds the table of each page that belongs to no tree: the one whose constraints its rows meet. A page that fits several
 * tables is left out.
 * @param tables the tables that have lost pages
 * @param definitions the statements that create them
 * @returns the numbers of the pages by table
 */
export function findStrays(
  pages: Iterable<{ page: number; content: PageContent }>,
  tables: readonly StoredTable[],
  definitions: readonly string[],
): Map<string, number[]> {
  using probe = openProbe(definitions)
  const strays = new Map<string, number[]>()
  for (const { page, content } of pages) {
    const [table, ...others] = tables.filter(
      (each) => isOfKind(each, content) && probe.fits(each, content.rows),
    )
    if (table === undefined || others.length > 0) continue
    append(strays, table.name, page)
  }
  return strays
}

function isOfKind(table: StoredTable, { kind }: PageContent): boolean {
  return table.kind === kind && (kind === 'table' || table.columns.length >= MIN_COLUMNS)
}

interface Probe extends Disposable {
  /** Whether rows meet the constraints of a table, apart from references. */
  fits(table: StoredTable, rows: readonly StoredRow[]): boolean
}

function openProbe(definitions: readonly string[]): Probe {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = off')
  for (const definition of definitions) db.exec(definition)
  const insert = createInserter(db)
  return {
    fits(table, rows) {
      if (rows.some(({ values }) => values.length > table.columns.length)) return false
      db.exec('begin')
      try {
        for (const row of rows) insert(table.name, nameValues(table, row))
        return true
      } catch {
        return false
      } finally {
        db.exec('rollback')
      }
    },
    [Symbol.dispose]: () => void db.close(),
  }
}
