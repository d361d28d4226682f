import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { escapeFormula } from '../terminal/formula-escape.ts'
import type { ManifestFormat } from './table.ts'

/** The formats that tables are written in. */
export type FileFormat = Exclude<ManifestFormat, 'ods' | 'folder'>

export interface RowFormat {
  format: FileFormat
  /** Between the cells of a CSV file; a comma by default. */
  delimiter?: string | null
  /** Name of a workbook's sheet. */
  sheet?: string
  /** Whether a workbook stores some cells as dates; all its cells are formatted as text otherwise. */
  hasDates?: boolean
}

/** A row to write. */
export interface WrittenRow {
  /** In the order of the header; undefined for a missing cell, which differs from an empty one. */
  cells: readonly (string | undefined)[]
  /** Positions of the cells that a workbook stores as dates. */
  dateColumns?: readonly number[]
}

/** Writes a table to a stream, one row at a time, and ends the stream unless `end` is false. */
export async function writeRows(
  { header, rows }: { header: readonly string[]; rows: AsyncIterable<WrittenRow> },
  { format, delimiter, sheet = 'Images', hasDates = false }: RowFormat,
  file: Writable,
  { end = true } = {},
): Promise<void> {
  if (format === 'xlsx') {
    const { writeXlsxStream } = await import('hucre/xlsx')
    const columns = hasDates ? [] : header.map(() => ({ numFmt: TEXT_FORMAT }))
    const freezePane = { rows: 1 }
    const bytes = writeXlsxStream(sheetRows(header, rows), { name: sheet, columns, freezePane })
    await pipeline(bytes, file, { end })
  } else if (format === 'jsonl') await pipeline(jsonLines(header, rows), file, { end })
  else
    await pipeline(delimitedRecords(header, rows), createStringifier(format, delimiter), file, {
      end,
    })
}

/** Keeps a spreadsheet program from converting text that looks like a number or a date. */
export const TEXT_FORMAT = '@'

/** Excel recognizes UTF-8 only by a byte order mark. An empty cell is `""` and a missing one nothing, as in PostgreSQL. */
function createStringifier(format: 'csv' | 'tsv', delimiter: string | null | undefined) {
  const separator = format === 'tsv' ? '\t' : (delimiter ?? ',')
  return stringify({
    bom: true,
    delimiter: separator,
    record_delimiter: 'windows',
    // Without it, a line break of another kind would stay unquoted, and end the row in other programs.
    quote_record_delimiter: true,
    // Not `quoted_empty`, which quotes missing cells, too.
    quoted_match: /^$/,
  })
}

async function* delimitedRecords(
  header: readonly string[],
  rows: AsyncIterable<WrittenRow>,
): AsyncGenerator<(string | undefined)[]> {
  yield header.map((name) => (name === '' ? undefined : escapeFormula(name)))
  for await (const { cells } of rows) yield cells.map(escapeCell)
}

function escapeCell(cell: string | undefined): string | undefined {
  return cell && escapeFormula(cell)
}

/** The first line names every column, so that a reader finds them in this order. */
async function* jsonLines(
  header: readonly string[],
  rows: AsyncIterable<WrittenRow>,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const { cells } of rows) {
    yield formatJsonLine(header, cells, isFirst)
    isFirst = false
  }
  if (isFirst) yield formatJsonLine(header, [], true)
}

/** Not `JSON.stringify` of an object, which moves members with names like `1` to the front. */
function formatJsonLine(
  header: readonly string[],
  cells: readonly (string | undefined)[],
  isComplete: boolean,
): string {
  const members = header.flatMap((name, index) => {
    const cell = cells[index]
    if (cell === undefined && !isComplete) return []
    return `${JSON.stringify(name)}:${JSON.stringify(cell ?? null)}`
  })
  return `{${members.join(',')}}\n`
}

/** Cells stay text whatever they begin with. Date cells stay dates, so that a check of a copy reports them again. */
async function* sheetRows(
  header: readonly string[],
  rows: AsyncIterable<WrittenRow>,
): AsyncGenerator<(string | Date | null)[]> {
  yield header.map(escapeXmlCharacterCodes)
  for await (const { cells, dateColumns = [] } of rows) {
    yield Array.from(cells, (cell, index) => {
      if (cell === undefined) return null
      return dateColumns.includes(index) ? toDate(cell) : escapeXmlCharacterCodes(cell)
    })
  }
}

/**
 * Escapes text that workbooks would read as a character code (ECMA-376 part 1, section 22.9.2.19), and the two
 * noncharacters that XML excludes.
 */
export function escapeXmlCharacterCodes(cell: string): string {
  return cell
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[\ufffe\uffff]/g, (code) => `_x${code === '\ufffe' ? 'FFFE' : 'FFFF'}_`)
}

function toDate(cell: string): Date | string {
  const date = new Date(cell.length === 10 ? `${cell}T00:00:00Z` : `${cell}Z`)
  return Number.isNaN(date.getTime()) ? cell : date
}
