import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { escapeFormula } from '../../formula-escape.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { ManifestFormat } from '../manifest/table.ts'
import type { CopyRow } from './copy-row.ts'

/** Writes a stream of `CopyRow` objects to a file. */
type CopyWriter = (rows: Readable, file: Writable) => Promise<void>

export function createCopyWriter(
  format: ManifestFormat,
  header: readonly string[],
  { delimiter }: Pick<Manifest, 'delimiter'>,
): CopyWriter {
  if (format === 'xlsx') return (rows, file) => writeWorkbook(header, rows, file)
  if (format === 'jsonl') return (rows, file) => pipeline(jsonLines(header, rows), file)
  const separator = format === 'tsv' ? '\t' : (delimiter ?? ',')
  return (rows, file) =>
    writeDelimited(header, separator === '\t' && format !== 'tsv' ? ',' : separator, rows, file)
}

/** Excel recognizes UTF-8 only by a byte order mark. */
async function writeDelimited(
  header: readonly string[],
  delimiter: string,
  rows: Readable,
  file: Writable,
): Promise<void> {
  await pipeline(
    delimitedRecords(header, rows),
    stringify({ bom: true, delimiter, record_delimiter: 'windows' }),
    file,
  )
}

async function* delimitedRecords(
  header: readonly string[],
  rows: Readable,
): AsyncGenerator<string[]> {
  yield header.map(escapeFormula)
  for await (const { cells } of rows as AsyncIterable<CopyRow>) yield cells.map(escapeFormula)
}

async function* jsonLines(header: readonly string[], rows: Readable): AsyncGenerator<string> {
  for await (const { cells } of rows as AsyncIterable<CopyRow>) {
    const members = header.map((name, index) => [name, cells[index] ?? ''])
    yield `${JSON.stringify(Object.fromEntries(members.filter(([, value]) => value !== '')))}\n`
  }
}

/** Cells stay text whatever they begin with. Date cells stay dates, so that a check of the copy reports them again. */
async function writeWorkbook(
  header: readonly string[],
  rows: Readable,
  file: Writable,
): Promise<void> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const bytes = writeXlsxStream(sheetRows(header, rows), { name: 'Checked' })
  await pipeline(bytes, file)
}

async function* sheetRows(
  header: readonly string[],
  rows: Readable,
): AsyncGenerator<(string | Date | null)[]> {
  yield header.map(escapeXmlCharacterCodes)
  for await (const { cells, dateColumns } of rows as AsyncIterable<CopyRow>) {
    yield cells.map((cell, index) => {
      if (dateColumns.includes(index)) return toDate(cell)
      return cell === '' ? null : escapeXmlCharacterCodes(cell)
    })
  }
}

/** Escapes text that workbooks would read as a character code (ECMA-376 part 1, section 22.9.2.19). */
function escapeXmlCharacterCodes(cell: string): string {
  return cell.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}

function toDate(cell: string): Date | string {
  const date = new Date(cell.length === 10 ? `${cell}T00:00:00Z` : `${cell}Z`)
  return Number.isNaN(date.getTime()) ? cell : date
}
