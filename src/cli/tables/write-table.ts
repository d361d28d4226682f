import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { escapeFormula } from '../terminal/formula-escape.ts'
import { openOutputFile, type OutputTarget } from '../terminal/output-file.ts'
import { isSystemError, toWriteError } from '../terminal/write-error.ts'
import { cellAddress } from './finding.ts'
import { ESCAPE_MARKER, hasEscapedCells } from './escape-marker.ts'
import { writeRows, type FileFormat, type RowFormat, type WrittenRow } from './write-rows.ts'

export type Cells = readonly (string | undefined)[]

/** The content of a table, independent of its format. */
export interface TableContent {
  header: readonly string[]
  /**
   * Streams the rows on each call; undefined is a missing cell. It is called twice for CSV and TSV files, unless
   * the header contains the columns `_code` and `_message`.
   */
  rows: () => AsyncIterable<Cells> | Iterable<Cells>
}

/**
 * Writes a table to a file, which appears only when it is complete, or to standard output. In CSV and TSV files,
 * cells that a spreadsheet program would evaluate get an apostrophe, and then the last column `_escaped` tells
 * the reader to remove it.
 * @returns the number of rows
 * @throws CatalogError kind `invalid` if the format cannot hold the table, `conflict` if the file exists or
 *   cannot be written
 */
export async function writeTable(
  cli: Cli,
  target: OutputTarget,
  content: TableContent,
  format: RowFormat,
): Promise<number> {
  rejectHeader(content.header, format.format)
  await using file = await openOutputFile(cli, target)
  const isMarked = await needsMarker(cli, content, format.format)
  const header = isMarked ? [...content.header, ESCAPE_MARKER] : content.header
  const counter = { rows: 0 }
  const rows = checkRows(cli, { content, format: format.format }, counter)
  const written = isMarked ? withMarkerCells(rows) : rows
  try {
    await writeRows({ header, rows: written }, format, file.stream, { end: file.path !== null })
  } catch (error) {
    throw isSystemError(error) ? toWriteError(target.path, error) : error
  }
  await file.publish()
  return counter.rows
}

async function* withMarkerCells(rows: AsyncIterable<WrittenRow>): AsyncGenerator<WrittenRow> {
  for await (const { cells } of rows) yield { cells: [...cells, undefined] }
}

async function needsMarker(
  cli: Cli,
  { header, rows }: TableContent,
  format: FileFormat,
): Promise<boolean> {
  if ((format !== 'csv' && format !== 'tsv') || hasEscapedCells(header)) return false
  if (header.some(isFormula)) return true
  for await (const cells of rows()) {
    cli.signal.throwIfAborted()
    if (cells.some((cell) => cell !== undefined && isFormula(cell))) return true
  }
  return false
}

/** Also of cells that look like an escaped formula: a reader of a marked table would remove their apostrophe. */
function isFormula(cell: string): boolean {
  return escapeFormula(cell) !== cell
}

/** Excel's limits: rows of a sheet, and characters of a cell. */
const MAX_SHEET_ROWS = 1_048_576
const MAX_SHEET_CELL = 32_767

async function* checkRows(
  cli: Cli,
  { content, format }: { content: TableContent; format: FileFormat },
  counter: { rows: number },
): AsyncGenerator<WrittenRow> {
  const { header } = content
  for await (const given of content.rows()) {
    cli.signal.throwIfAborted()
    counter.rows += 1
    if (format === 'xlsx' && counter.rows >= MAX_SHEET_ROWS) {
      throw cannotHold('A sheet of a workbook has at most 1,048,576 rows. Write CSV instead.')
    }
    const cells = header.map((_, index) => given[index])
    for (const [index, cell] of cells.entries()) {
      const problem = cell && findProblem(cell, format)
      if (problem) throw cannotHold(`Cell ${cellAddress(index, counter.rows + 1)} ${problem}`)
    }
    yield { cells }
  }
}

function findProblem(cell: string, format: FileFormat): string | undefined {
  if (format === 'jsonl') return undefined
  if (!cell.isWellFormed()) return 'contains half of a character, which only JSONL can hold.'
  if (format === 'xlsx') {
    return cell.length > MAX_SHEET_CELL
      ? 'has more than 32,767 characters, the limit of workbooks.'
      : undefined
  }
  return cell.includes('\0')
    ? 'contains a null character, which CSV and TSV cannot hold.'
    : undefined
}

function rejectHeader(header: readonly string[], format: FileFormat): void {
  for (const [index, name] of header.entries()) {
    const problem = findProblem(name, format)
    if (problem) throw cannotHold(`Cell ${cellAddress(index, 1)} ${problem}`)
    if (format === 'jsonl' && header.indexOf(name) !== index) {
      const what =
        name === ''
          ? 'Several columns have no name'
          : `Several columns are named ${JSON.stringify(name)}`
      throw cannotHold(`${what}, which JSONL cannot hold. Rename them.`)
    }
  }
}

function cannotHold(message: string): CatalogError {
  return new CatalogError('unsupported', message, { code: 'table_unsupported' })
}
