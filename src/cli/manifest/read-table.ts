import { resolve } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { hint } from '../terminal/output.ts'
import { applyProjectDefaults } from '../import/check/read-and-check.ts'
import { cellAddress, type Finding } from '../tables/finding.ts'
import { countFittedRows } from '../import/check/repeated-findings.ts'
import { askEncoding } from '../import/check/ask-encoding.ts'
import { findColumn } from '../tables/columns.ts'
import { isBlank } from '../tables/manifest-rows.ts'
import { openInputFile } from '../tables/input-file.ts'
import { openTable } from '../tables/manifest.ts'
import type { CellProblem, ManifestFormat, Table, TableRecord } from '../tables/table.ts'
import type { Cells, TableContent } from '../tables/write-table.ts'
import type { TableOptions } from '../tables/table-options.ts'

/** Format options of a table, as given on the command line. */
export type ReadOptions = Pick<
  TableOptions,
  'encoding' | 'encodingFallback' | 'delimiter' | 'sheet' | 'headerRow' | 'map'
>

/** A table of which every row is known to be readable. */
export interface ReadTable extends TableContent {
  /** As given on the command line. */
  name: string
  /** Absolute path. */
  path: string
  format: ManifestFormat
  /** Cell delimiter of a CSV or TSV file. */
  delimiter: string | null
  count: number
  warnings: number
  rows: () => AsyncIterable<Cells>
}

/** The most problems that are listed. */
const MAX_LISTED = 20

/**
 * Opens a table with all its columns, and reads it once to find every error. Blank rows are left out. Mapped
 * columns have their new names.
 * @throws CatalogError kind `unsupported` if a row or the table cannot be read without loss
 */
export async function readTable(cli: Cli, name: string, given: ReadOptions): Promise<ReadTable> {
  const form = { ...given, set: {}, files: [] }
  const encoding = await askEncoding(cli, name, form)
  const asked = { ...form, ...(encoding !== undefined && { encoding }) }
  const options = await applyProjectDefaults(cli, name, asked)
  const path = resolve(cli.cwd, name)
  const source = await openInputFile(cli, name)
  const table = await openTable(path, { ...options, source, findMissingCells: true })
  if ('code' in table) throw reportErrors(name, [toLine(table)], 1)
  const { count, errors, warnings } = await examine(cli, table)
  if (errors.count > 0) throw reportErrors(name, errors.lines, errors.count)
  if (table.header.length === 0) throw reportErrors(name, ['The table is empty.'], 1)
  for (const line of warnings.lines) hint(cli, `${name}: ${line}`)
  const { map } = options
  const header = table.header.map(
    (column) => findColumn(column, { map, ignore: [column] }) ?? column,
  )
  const { format, delimiter } = table
  const rows = (): AsyncIterable<Cells> => readCells(cli, table, header.length)
  return { name, path, format, delimiter, header, count, warnings: warnings.count, rows }
}

async function* readCells(cli: Cli, table: Table, width: number): AsyncGenerator<Cells> {
  for await (const record of table.records()) {
    cli.signal.throwIfAborted()
    if (!isBlank(record)) yield Array.from({ length: width }, (_, index) => record.cells[index])
  }
}

interface Problems {
  count: number
  lines: string[]
}

async function examine(cli: Cli, table: Table) {
  const found = { error: noProblems(), warning: noProblems() }
  for (const finding of table.findings) add(found[finding.severity], toLine(finding))
  const fitted = countFittedRows(table)
  let count = 0
  for await (const record of table.records()) {
    cli.signal.throwIfAborted()
    if (isBlank(record)) continue
    count += 1
    fitted.addRow({ ...record, row: count })
    for (const problem of record.problems) {
      add(found[problem.severity], describeProblem(problem, record, table))
    }
    const extra = record.cells.length > table.header.length && !record.isUnreadable
    if (extra && record.cells.slice(table.header.length).some((cell) => cell?.trim())) {
      add(found.error, `line ${record.line}: The row has more cells than the header.`)
    }
  }
  for (const { line, message } of fitted.findings()) {
    add(found.warning, `line ${line}: ${message}`)
  }
  return { count, errors: found.error, warnings: found.warning }
}

function noProblems(): Problems {
  return { count: 0, lines: [] }
}

function add(problems: Problems, line: string): void {
  problems.count += 1
  if (problems.lines.length < MAX_LISTED) problems.lines.push(line)
}

function toLine({ cell, message }: Finding): string {
  return cell === null ? message : `${cell}: ${message}`
}

function describeProblem(
  { message, index }: CellProblem,
  record: TableRecord,
  table: Table,
): string {
  const hasAddress = index !== undefined && table.headerRow !== null && !record.isUnreadable
  const where = hasAddress ? cellAddress(index, record.sheetRow) : `line ${record.line}`
  return `${where}: ${message}`
}

function reportErrors(name: string, lines: readonly string[], count: number): CatalogError {
  const more = count > lines.length ? [`and ${count - lines.length} more errors.`] : []
  const fields = { [name]: [...lines, ...more] }
  const message = `${name} cannot be read without loss: ${lines[0] ?? ''}`
  return new CatalogError('unsupported', message, { code: 'manifest_invalid', fields })
}
