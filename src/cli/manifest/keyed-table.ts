import { CatalogError, invalid } from '../../core/base/errors.ts'
import { parseColumnName } from '../tables/columns.ts'
import type { Cells } from '../tables/write-table.ts'
import type { ReadTable } from './read-table.ts'

/** A table whose rows can be found by a key. */
export interface KeyedTable {
  name: string
  /** Columns by position. Known columns have their own names, however the table writes them. */
  columns: readonly string[]
  /** In the order of the table. */
  rows: readonly KeyedRow[]
  /** Rows by their compared key, without those that have none. */
  byKey: ReadonlyMap<string, KeyedRow>
}

export interface KeyedRow {
  /** As written; blank if the row has no key. */
  key: string
  /** As compared. */
  comparedKey: string
  cells: Cells
}

/** The columns that identify a row, if `--key` is not given. */
const DEFAULT_KEYS = ['file', 'reference_id', 'row_id', 'image_id']

/**
 * Chooses the column by which tables are compared: the given one, else the first that all tables have.
 * @throws CatalogError kind `invalid`
 */
export function chooseKey(tables: readonly ReadTable[], given: string | undefined): string {
  const columns = tables.map(({ header }) => header.map(toColumn))
  if (given === undefined) {
    const common = DEFAULT_KEYS.find((key) => columns.every((names) => names.includes(key)))
    if (common !== undefined) return common
    throw invalid(
      '--key',
      `is required: the tables have no common column ${DEFAULT_KEYS.join(', ')}`,
    )
  }
  const key = toColumn(given)
  const lacking = tables.find((_, index) => !columns[index]?.includes(key))
  if (lacking)
    throw invalid('--key', `is ${JSON.stringify(given)}, which ${lacking.name} does not have`)
  return key
}

/**
 * Reads a table into memory.
 * @throws CatalogError kind `unsupported` if two rows have the same key, or two columns the same name
 */
export async function readKeyedTable(table: ReadTable, key: string): Promise<KeyedTable> {
  const { name, header } = table
  const columns = header.map(toColumn)
  const repeated = columns.find((column, index) => columns.indexOf(column) !== index)
  if (repeated !== undefined)
    throw reportTable(name, `the column "${repeated}" appears more than once`)
  const position = columns.indexOf(key)
  const rows: KeyedRow[] = []
  const byKey = new Map<string, KeyedRow>()
  for await (const cells of table.rows()) {
    const written = toValue(cells[position])
    const row = { key: written, comparedKey: normalizeKey(key, written), cells }
    if (byKey.has(row.comparedKey)) {
      const advice = 'Choose a column that differs in each row with --key.'
      throw reportTable(name, `several rows have the ${key} ${JSON.stringify(written)}`, advice)
    }
    rows.push(row)
    if (written !== '') byKey.set(row.comparedKey, row)
  }
  return { name, columns, rows, byKey }
}

function toColumn(name: string): string {
  return parseColumnName(name) ?? name.trim()
}

/** A file has the same key on macOS, which may decompose its name, and on Windows. */
function normalizeKey(column: string, key: string): string {
  const normalized = key.normalize()
  return column === 'file' ? normalized.replaceAll('\\', '/') : normalized
}

function reportTable(name: string, problem: string, advice = 'Rename one of them.'): CatalogError {
  const code = 'manifest_invalid'
  return new CatalogError('unsupported', `${name}: ${problem}. ${advice}`, { code })
}

/** The value of a cell: missing and blank cells are the same, as for an import. */
export function toValue(cell: string | undefined): string {
  return cell?.trim() ?? ''
}
