import { open, stat } from 'node:fs/promises'
import { CatalogError } from '../../../core/errors.ts'
import { manifestFinding, type Finding } from '../check/finding.ts'
import { readHeader, type Column, type ColumnOptions } from './columns.ts'
import { openText } from './decode.ts'
import { openDelimited } from './delimited.ts'
import { manifestRows } from './rows.ts'
import type { ManifestFormat, Table } from './table.ts'

const MAX_MANIFEST_BYTES = 256 * 1024 ** 2
const HEAD_BYTES = 4096

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
  /** As they stand in the file, for copies of it. */
  cells: readonly (string | undefined)[]
  /** What is wrong with its form. */
  findings: readonly Finding[]
  /** Its cells can't be trusted to stand under their names. */
  unreadable: boolean
}

/** A table of pictures, opened: its header is read, its rows are read when they are asked for. */
export interface Manifest {
  path: string
  format: ManifestFormat
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  /** Of the file's bytes, in hexadecimal; null for a folder. */
  sha256: string | null
  /** Names of the columns, as they are written. */
  header: readonly string[]
  /** Row of the sheet that holds the names; null where cells have no addresses. */
  headerRow: number | null
  /** What each column is, by its position. */
  columns: readonly (Column | undefined)[]
  /** What is wrong with its form; with an error there are no rows. */
  findings: Finding[]
  /** Reads the rows from the file, anew each time; only one at a time is kept. */
  rows(): AsyncIterable<ManifestRow>
}

/**
 * Opens a manifest of comma-, semicolon- or tab-separated values.
 * @throws CatalogError kind `not_found` when it cannot be read, `too_large`
 */
export async function readManifest(path: string, options: ManifestOptions): Promise<Manifest> {
  const opened = await openTable(path, options)
  if ('code' in opened) return unreadable(path, opened)
  const { sha256, ...table } = opened
  const { columns, findings } =
    table.findings.length > 0 ? { columns: [], findings: [] } : readHeader(table, options)
  const all = [...table.findings, ...findings]
  const sound = !all.some(({ severity }) => severity === 'error')
  const manifest: Manifest = {
    ...table,
    path,
    sha256,
    columns,
    findings: all,
    rows: () => (sound ? manifestRows(table, columns, options) : noRows()),
  }
  if (sound && (await isEmpty(manifest))) {
    manifest.findings.push(manifestFinding('manifest.empty', 'The manifest has no rows.'))
  }
  return manifest
}

async function openTable(
  path: string,
  options: ManifestOptions,
): Promise<(Table & { sha256: string | null }) | Finding> {
  const head = await readHead(path)
  const foreign = foreignFormat(head)
  if (foreign) return foreign
  const text = await openText(path, head, options.encoding)
  if ('code' in text) return text
  return { ...(await openDelimited(text, options)), sha256: text.sha256 }
}

function unreadable(path: string, finding: Finding): Manifest {
  return {
    path,
    format: 'csv',
    encoding: null,
    delimiter: null,
    sheet: null,
    sha256: null,
    header: [],
    headerRow: null,
    columns: [],
    findings: [finding],
    rows: noRows,
  }
}

async function* noRows(): AsyncGenerator<ManifestRow> {}

async function isEmpty(manifest: Manifest): Promise<boolean> {
  for await (const _ of manifest.rows()) return false
  return true
}

/** The first bytes of .xlsx and .ods, and of .xls. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

function foreignFormat(head: Uint8Array): Finding | undefined {
  if (!WORKBOOKS.some((start) => start.every((byte, index) => head[index] === byte)))
    return undefined
  const message = 'This is a workbook. Save its sheet as CSV in UTF-8 and import that.'
  return manifestFinding('encoding.unknown', message)
}

async function readHead(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > MAX_MANIFEST_BYTES) {
      throw new CatalogError('too_large', `${path} is larger than 256 MB. Split it.`)
    }
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if (error instanceof CatalogError) throw error
    throw new CatalogError('not_found', `${path} cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
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
