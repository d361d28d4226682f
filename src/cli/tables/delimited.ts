import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unescapeFormula } from '../terminal/formula-escape.ts'
import { manifestFinding } from './finding.ts'
import type { ColumnNames } from './columns.ts'
import type { Text } from './open-text.ts'
import { findDelimiter, type DelimiterInfo } from './delimiter.ts'
import { countNamedColumns, explainRaggedRow } from './ragged-rows.ts'
import { ESCAPE_MARKER, hasEscapedCells } from './escape-marker.ts'
import { findHeaderRow, warnAboutSkippedRows, readTopRows } from './header-row.ts'
import type { Table, TableRecord } from './table.ts'

/** Limits the row that an unclosed quotation mark makes of the rest of the file. */
const MAX_ROW_BYTES = 1024 ** 2
const HEAD_CHARACTERS = 128 * 1024

export interface DelimitedOptions extends ColumnNames {
  delimiter?: string
  headerRow?: number
  /** Whether an unquoted empty cell is missing, and only `""` is an empty text. */
  findMissingCells?: boolean
}

/** Opens a table of delimiter-separated values: RFC 4180 and the variants of spreadsheet programs. */
export async function openDelimited(text: Text, options: DelimitedOptions): Promise<Table> {
  const dialect = findDelimiter(await readHead(text), options.delimiter, options)
  const table: Table = {
    format: dialect.delimiter === '\t' ? 'tsv' : 'csv',
    encoding: text.encoding,
    delimiter: dialect.delimiter,
    sheet: null,
    header: [],
    headerRow: 1,
    findings: [],
    records: () => noRecords(),
  }
  const records = await readTopRows(readRecords(text, dialect, options), options.headerRow)
  const top = records.map((record) => restoreFormulas(record, record.cells))
  const headerRecord = findHeaderRow(top, options.headerRow, options)
  if (headerRecord === undefined) return table
  const { cells, isUnreadable, problems, line, sheetRow } = headerRecord
  if (isUnreadable) {
    const findings = problems.map(({ code, message }) => manifestFinding(code, message, { line }))
    return { ...table, findings }
  }
  const header = cells.map((name) => name ?? '')
  return {
    ...table,
    header: header.slice(0, countColumns(header)),
    headerRow: sheetRow,
    findings: warnAboutSkippedRows(sheetRow, options.headerRow, top[0]?.sheetRow ?? sheetRow),
    records: () =>
      readRecordsBelow(
        { header, headerRow: sheetRow, delimiter: dialect.delimiter },
        readRecords(text, dialect, options),
      ),
  }
}

/** Counts the columns without the marker, which says only how the others are written. */
function countColumns(header: readonly string[]): number {
  return header.at(-1) === ESCAPE_MARKER ? header.length - 1 : header.length
}

async function* noRecords(): AsyncGenerator<TableRecord> {}

async function readHead(text: Text): Promise<string> {
  let head = ''
  for await (const chunk of text.chunks()) {
    head += chunk
    if (head.length >= HEAD_CHARACTERS) break
  }
  return head
}

interface HeaderOfRows {
  header: readonly string[]
  /** Row number in the sheet, from 1. */
  headerRow: number
  delimiter: string
}

async function* readRecordsBelow(
  { header, headerRow, delimiter }: HeaderOfRows,
  records: AsyncIterable<TableRecord>,
): AsyncGenerator<TableRecord> {
  const columns = countColumns(header)
  for await (const record of records) {
    if (record.sheetRow <= headerRow) continue
    if (record.isUnreadable) yield record
    else if (record.cells.some((cell) => cell?.trim())) {
      const cause = explainRaggedRow(record.cells, { header, delimiter })
      yield cause === undefined
        ? fitCells(restoreFormulas(record, header), header, columns)
        : reportRaggedRow(record, header.length, cause)
    }
  }
}

/** Spreadsheet programs leave out empty cells at the end of rows, or write more of them than there are columns. */
function fitCells(record: TableRecord, header: readonly string[], columns: number): TableRecord {
  const { cells } = record
  const isFitting = cells.length <= header.length && cells.length >= countNamedColumns(header)
  if (isFitting && cells.length === columns) return record
  return {
    ...record,
    cells: Array.from({ length: columns }, (_, index) => cells[index]),
    ...(!isFitting && { writtenCells: cells.length }),
  }
}

function restoreFormulas(
  record: TableRecord,
  header: readonly (string | undefined)[],
): TableRecord {
  if (!hasEscapedCells(header)) return record
  return { ...record, cells: record.cells.map((cell) => cell && unescapeFormula(cell)) }
}

function reportRaggedRow(record: TableRecord, width: number, cause: string): TableRecord {
  const message = `The row has ${record.cells.length} cells, the header ${width}. ${cause}`
  return {
    ...record,
    problems: [{ code: 'csv.ragged', severity: 'error', message, index: 0, value: null }],
    isUnreadable: true,
  }
}

function toMissingCell(cell: string, { quoting }: { quoting: boolean }): string | undefined {
  return cell === '' && !quoting ? undefined : cell
}

interface Parsed {
  record: (string | undefined)[]
  info: { lines: number; empty_lines: number; records: number }
}

/** Reads every record, including the header. If the table is malformed, the last record is unreadable. */
async function* readRecords(
  text: Text,
  { delimiter, declarationLength }: DelimiterInfo,
  { findMissingCells = false }: DelimitedOptions,
): AsyncGenerator<TableRecord> {
  const skippedLines = declarationLength > 0 ? 1 : 0
  let parsedLines = skippedLines
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    ...(findMissingCells && { cast: toMissingCell }),
    on_record(record, { lines }) {
      parsedLines = lines + skippedLines
      return record
    },
  })
  const source = Readable.from(skipCharacters(declarationLength, text.chunks()))
  source.on('error', (error) => parser.destroy(error))
  const records: AsyncIterable<Parsed> = source.pipe(parser)
  let previous = { lines: 0, empty: 0 }
  try {
    for await (const { record, info } of records) {
      const skipped = info.empty_lines - previous.empty
      const line = previous.lines + skipped + 1 + skippedLines
      previous = { lines: info.lines, empty: info.empty_lines }
      const sheetRow = info.records + info.empty_lines
      yield { cells: record, line, sheetRow, problems: [] }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield reportMalformedRow(error, parsedLines + 1)
  } finally {
    source.destroy()
  }
}

async function* skipCharacters(
  count: number,
  chunks: AsyncIterable<string>,
): AsyncGenerator<string> {
  let remaining = count
  for await (const chunk of chunks) {
    yield chunk.slice(remaining)
    remaining = Math.max(0, remaining - chunk.length)
  }
}

const CSV_MESSAGES: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A cell in this row starts with a quotation mark that is never closed.',
  CSV_MAX_RECORD_SIZE:
    'This row is longer than 1 MB. Check for a quotation mark that is never closed.',
  INVALID_OPENING_QUOTE:
    'A cell contains a quotation mark. Enclose the whole cell in quotation marks, and double the one inside.',
  CSV_INVALID_CLOSING_QUOTE:
    'A cell continues after its closing quotation mark. Double the quotation marks that belong to the text.',
}

/** @param line first line of the malformed row */
function reportMalformedRow({ code, message }: CsvError, line: number): TableRecord {
  const text = CSV_MESSAGES[code] ?? `The file is not a well-formed table: ${message}.`
  const problem = { code: 'csv.quote', severity: 'error', message: text } as const
  return { cells: [], line, sheetRow: line, problems: [problem], isUnreadable: true }
}
