import { readFile, stat } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { CatalogError } from '../../core/errors.ts'
import { readHeader, type Column, type ColumnOptions } from './columns.ts'
import { decodeManifest } from './decode.ts'
import { findDelimiter, type Delimited } from './delimiter.ts'
import { cellAddress, manifestFinding, type Finding } from './finding.ts'

const MAX_MANIFEST_BYTES = 256 * 1024 ** 2

export interface ManifestOptions extends ColumnOptions {
  encoding?: string
  delimiter?: string
}

/** A row as the manifest gives it: blanks around values trimmed, blank cells absent. */
export interface ManifestRow {
  /** Counted from 1 without the header. */
  row: number
  /** Physical line of the file where it begins. */
  line: number
  /** Row of the sheet, as a spreadsheet program counts. */
  sheetRow: number
  values: Partial<Record<Column, string>>
}

export interface Manifest {
  path: string
  /** Where each column stands, for cell addresses. */
  columns: (Column | undefined)[]
  rows: ManifestRow[]
  /** What is wrong with the form; rows are only complete when there is no error. */
  findings: Finding[]
}

/**
 * Reads a manifest of comma-, semicolon- or tab-separated values.
 * @throws CatalogError kind `not_found` when it cannot be read, `too_large`
 */
export async function readManifest(path: string, options: ManifestOptions): Promise<Manifest> {
  const text = decodeManifest(await readBytes(path), options.encoding)
  if (typeof text !== 'string') return { path, columns: [], rows: [], findings: [text] }
  const manifest: Manifest = { path, columns: [], rows: [], findings: [] }
  await readRecords(manifest, findDelimiter(text, options.delimiter), options)
  if (manifest.findings.length === 0 && manifest.rows.length === 0) {
    manifest.findings.push(manifestFinding('manifest.empty', 'The manifest has no rows.'))
  }
  return manifest
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size <= MAX_MANIFEST_BYTES) return await readFile(path)
  } catch (error) {
    throw new CatalogError('not_found', `${path} cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
  throw new CatalogError('too_large', `${path} is larger than 256 MB. Split it.`)
}

function reasonOf(error: unknown): string {
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'you may not read it',
    EISDIR: 'it is a folder',
  }
  const { code = '', message } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}

interface Parsed {
  record: string[]
  info: { lines: number; empty_lines: number; records: number }
}

async function readRecords(
  manifest: Manifest,
  { text, delimiter, skippedLines }: Delimited,
  options: ManifestOptions,
): Promise<void> {
  let parsedLines = skippedLines
  const records: AsyncIterable<Parsed> = parse(text, {
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record(record, { lines }) {
      parsedLines = lines + skippedLines
      return record
    },
  })
  try {
    await takeRecords(manifest, records, skippedLines, options)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    manifest.findings.push(malformed(error, parsedLines + 1))
  }
}

async function takeRecords(
  manifest: Manifest,
  records: AsyncIterable<Parsed>,
  skippedLines: number,
  options: ManifestOptions,
): Promise<void> {
  let width: number | undefined
  let before = { lines: 0, empty: 0 }
  for await (const { record, info } of records) {
    const skipped = info.empty_lines - before.empty
    const line = before.lines + skipped + 1 + skippedLines
    before = { lines: info.lines, empty: info.empty_lines }
    if (width === undefined) {
      width = record.length
      const header = readHeader(record, options)
      manifest.columns = header.columns
      manifest.findings.push(...header.findings)
    } else {
      const sheetRow = info.records + info.empty_lines
      addRow(manifest, { record, line, sheetRow, width, set: options.set })
    }
  }
}

interface RawRow {
  record: string[]
  line: number
  sheetRow: number
  width: number
  set: ColumnOptions['set']
}

function addRow(manifest: Manifest, { record, line, sheetRow, width, set }: RawRow): void {
  const row = manifest.rows.length + 1
  if (record.length !== width) {
    manifest.findings.push(
      manifestFinding(
        'csv.ragged',
        `The row has ${record.length} cells where the header has ${width}. Is a quotation mark missing?`,
        { row, line, cell: cellAddress(0, sheetRow) },
      ),
    )
  }
  const values: ManifestRow['values'] = { ...set }
  for (const [index, column] of manifest.columns.entries()) {
    const value = record[index]?.trim()
    if (column !== undefined && value) values[column] = value
  }
  manifest.rows.push({ row, line, sheetRow, values })
}

const MALFORMATIONS: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A cell of this row begins with a quotation mark and never ends.',
  INVALID_OPENING_QUOTE:
    'A quotation mark stands in the middle of a cell. Put the whole cell in quotation marks, and double the one inside.',
  CSV_INVALID_CLOSING_QUOTE:
    'A cell goes on after its closing quotation mark. Double the quotation marks that belong to the text.',
}

/** @param line where the row begins that cannot be read */
function malformed({ code, message }: CsvError, line: number): Finding {
  const sentence = MALFORMATIONS[code] ?? `The file is no well-formed table: ${message}.`
  return manifestFinding('csv.quote', sentence, { line })
}
