import { createTreeReader, type Damage, type PageContent } from './b-tree.ts'
import type { StoredValue } from './decode-record.ts'
import { findStrays } from './find-strays.ts'
import { append } from './append.ts'
import { nameValues, type FoundRow } from './found-row.ts'
import { listFreePages } from './list-free-pages.ts'
import type { PageFile } from './page-file.ts'
import type { StoredRow } from './read-cell.ts'
import type { StoredTable } from './tables.ts'

/** The rows of a database file that SQLite may not be able to open. */
export interface RowFinder {
  /** The damage by table. */
  readonly damage: ReadonlyMap<string, readonly Damage[]>
  /**
   * If pages are damaged, finds those that they led to: pages that are in use but belong to no tree.
   * @param tables the tables that the file may contain
   * @param definitions the statements that create them
   */
  findStrays(tables: readonly StoredTable[], definitions: readonly string[]): void
  /** Reads the rows of a table. `isStray` tells those of pages that the table no longer leads to. */
  read(table: StoredTable): Generator<{ row: FoundRow; isStray: boolean }>
}

const SCHEMA: StoredTable = {
  name: 'sqlite_schema',
  isDerived: false,
  columns: ['type', 'name', 'tbl_name', 'rootpage', 'sql'],
  rowidColumn: undefined,
  kind: 'table',
  key: [],
  references: [],
}

/** Reads all trees of a file once, to find what is damaged. */
export function findRows(file: PageFile): RowFinder {
  const damage = new Map<string, Damage[]>()
  const reportFor = (name: string) => (found: Damage) => append(damage, name, found)
  const trees = createTreeReader(file)
  const unused = listFreePages(file)
  let strays: ReadonlyMap<string, readonly number[]> = new Map()

  function* readStrayPages(): Generator<{ page: number; content: PageContent }> {
    const reader = createTreeReader(file)
    for (let page = 2; page <= file.pageCount; page += 1) {
      if (trees.seen.has(page) || unused.has(page)) continue
      const content = reader.readPage(page, ignore)
      if (content !== undefined && content.rows.length > 0) yield { page, content }
    }
  }

  function readSchemaRows(): StoredRow[] {
    const rows = [...trees.walk(1, reportFor(SCHEMA.name), 'table')]
    if (!damage.has(SCHEMA.name)) return rows
    const pages = [...readStrayPages()].filter(({ content }) => content.rows.every(isSchemaRow))
    for (const { page } of pages) trees.seen.add(page)
    return [...rows, ...pages.flatMap(({ content }) => content.rows)]
  }

  const roots = listRoots(readSchemaRows())
  for (const [name, root] of roots) readToEnd(trees.walk(root, reportFor(name)))
  return {
    damage,
    findStrays(tables, definitions) {
      if (damage.has(SCHEMA.name)) {
        const lost = tables.filter(({ name }) => !roots.has(name))
        for (const { name } of lost) reportFor(name)({ page: 1, reason: 'the schema is damaged' })
      }
      const damaged = tables.filter(({ name }) => damage.has(name))
      if (damaged.length > 0) strays = findStrays(readStrayPages(), damaged, definitions)
    },
    *read(table) {
      const again = createTreeReader(file)
      const root = roots.get(table.name)
      const rows = root === undefined ? [] : again.walk(root, ignore, table.kind)
      for (const row of rows) yield { row: nameValues(table, row), isStray: false }
      for (const page of strays.get(table.name) ?? []) {
        const stray = again.readPage(page, ignore)?.rows ?? []
        for (const row of stray) yield { row: nameValues(table, row), isStray: true }
      }
    },
  }
}

/** For what was reported before, or belongs to no table. */
const ignore = (): void => {}

function readToEnd(rows: Iterator<StoredRow>): void {
  while (!rows.next().done);
}

const SCHEMA_TYPES = new Set<StoredValue | undefined>(['table', 'index', 'view', 'trigger'])

function isSchemaRow({ values }: StoredRow): boolean {
  const [type, name, , root] = values
  return (
    values.length === SCHEMA.columns.length &&
    SCHEMA_TYPES.has(type) &&
    typeof name === 'string' &&
    typeof root === 'number'
  )
}

/** Returns the first pages of tables and indexes by name. Views and triggers have none. */
function listRoots(rows: readonly StoredRow[]): Map<string, number> {
  const schema = rows.filter(isSchemaRow).map((row) => nameValues(SCHEMA, row))
  return new Map(
    schema
      .map(({ name, rootpage }): [string, number] => [String(name), Number(rootpage)])
      .filter(([, root]) => root > 0),
  )
}
