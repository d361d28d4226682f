import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { formatCount } from '../terminal/format.ts'
import type { FileFormat } from '../tables/write-rows.ts'
import { writeTable } from '../tables/write-table.ts'
import { hint } from '../terminal/output.ts'
import { chooseFormat } from './choose-format.ts'
import { chooseKey, readKeyedTable, type KeyedTable } from './keyed-table.ts'
import { mergeTables, type Conflict } from './merge-tables.ts'
import { readTable, type ReadOptions, type ReadTable } from './read-table.ts'
import { reportWritten } from './report-written.ts'

interface MergeFlags {
  reading: ReadOptions
  key?: string
  to: string
  prefer?: 'base' | 'other'
  append?: true
  format?: FileFormat
  excelLocale?: 'eu'
  force?: true
}

/**
 * Merges tables and writes the result.
 * @param names the base, then the others
 * @throws CatalogError kind `unsupported` if cells conflict and no table is preferred
 */
export async function writeMerge(
  cli: Cli,
  names: readonly string[],
  flags: MergeFlags,
): Promise<void> {
  const { to, prefer, append = false } = flags
  const format = chooseFormat(cli, to, flags)
  const tables: ReadTable[] = []
  for (const name of names) tables.push(await readTable(cli, name, flags.reading))
  const key = chooseKey(tables, flags.key)
  const keyed: KeyedTable[] = []
  for (const table of tables) keyed.push(await readKeyedTable(table, key))
  const [base, ...others] = keyed
  if (base === undefined) throw new Error('a merge needs a base')
  const merge = mergeTables(base, others, { key, prefer, append })
  if (merge.conflicts.length > 0) throw reportConflicts(key, merge.conflicts)
  const rows = await writeTable(cli, { path: to, force: flags.force, inputs: names }, merge, format)
  const { filled, replaced, appended, unmatched } = merge
  if (unmatched > 0) {
    hint(
      cli,
      `Left out: ${formatCount(unmatched, 'row')} with a key that ${base.name} does not have. To add them: --append`,
    )
  }
  reportWritten(cli, to, {
    format: format.format,
    rows,
    columns: merge.header.length,
    warnings: tables.reduce((sum, { warnings }) => sum + warnings, 0),
    key,
    filled,
    replaced,
    appended,
    unmatched,
  })
}

const MAX_LISTED = 20

function reportConflicts(key: string, conflicts: readonly Conflict[]): CatalogError {
  const lines = conflicts.slice(0, MAX_LISTED).map(describeConflict)
  const more = conflicts.length > MAX_LISTED ? [`and ${conflicts.length - MAX_LISTED} more.`] : []
  const count = formatCount(conflicts.length, 'cell')
  const message = `The tables differ in ${count}. Nothing was written.`
  return new CatalogError('unsupported', message, {
    code: 'merge_conflict',
    fields: { [key]: [...lines, ...more] },
    hint: `${message} Choose the values with --prefer base or --prefer other.`,
  })
}

function describeConflict({ key, column, base, other, file }: Conflict): string {
  return `${key}: ${column} is ${JSON.stringify(base)}, but ${JSON.stringify(other)} in ${file}.`
}
