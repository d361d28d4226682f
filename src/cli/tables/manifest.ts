import type { TableOptions } from './table-options.ts'
import type { ManifestRow } from './manifest-row.ts'
import { open, stat } from 'node:fs/promises'
import { CatalogError } from '../../core/base/errors.ts'
import { manifestFinding, type Finding } from './finding.ts'
import { computeSha256 } from './sha256.ts'
import type { Column, Purpose } from './columns.ts'
import { readHeader } from './read-header.ts'
import { openText } from './open-text.ts'
import { openDelimited } from './delimited.ts'
import { reportForeignFile } from './foreign-format.ts'
import { openFolder } from './folder.ts'
import { MAX_TABLE_BYTES } from './input-file.ts'
import { openJsonl } from './jsonl.ts'
import { readManifestRows } from './manifest-rows.ts'
import { openSpreadsheet } from './spreadsheet.ts'
import type { ManifestFormat, Table } from './table.ts'

const HEAD_BYTES = 4096

export interface ManifestOptions extends TableOptions {
  purpose?: Purpose
}

/** An open manifest. Its header is read; its rows are read on demand. */
export interface Manifest {
  path: string
  format: ManifestFormat
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  /** SHA-256 of the file in lower-case hexadecimal; null for a folder. */
  sha256: string | null
  /** Column names as written in the manifest. */
  header: readonly string[]
  /** Row number of the header in the sheet; null for formats without cell addresses. */
  headerRow: number | null
  /** Known columns by position; undefined for columns that are not read. */
  columns: readonly (Column | undefined)[]
  /** Findings about the manifest as a whole. */
  findings: Finding[]
  /** Streams the rows from the file on each call. */
  rows(): AsyncIterable<ManifestRow>
}

/**
 * Opens a manifest: delimiter-separated values, a workbook (Excel or OpenDocument), JSON lines, or a folder of numbered
 * images with a JSON file each. The format is detected from the content.
 * @throws CatalogError kind `not_found` if the file cannot be read, `too_large` if it exceeds 256 MB
 */
export async function readManifest(path: string, options: TableOptions): Promise<Manifest> {
  const opened = await openTable(path, options)
  if ('code' in opened) return createUnreadable(path, opened)
  const { sha256, ...table } = opened
  const hasHeader = table.header.length > 0
  const { columns, findings } = hasHeader
    ? readHeader(table, options)
    : { columns: [], findings: [] }
  const manifest: Manifest = {
    ...table,
    path,
    sha256,
    columns,
    findings: [...table.findings, ...findings],
    rows: () => (hasHeader ? readManifestRows(table, columns, options) : noRows()),
  }
  if (manifest.findings.every(allowsRows) && (await isEmpty(manifest))) {
    manifest.findings.push(manifestFinding('manifest.empty', 'The manifest has no rows.'))
  }
  return manifest
}

/** Whether rows can be read despite the finding. */
function allowsRows({ severity, code }: Finding): boolean {
  return severity === 'warning' || code === 'column.missing'
}

/** Opens the table of a manifest, whatever its columns. */
export async function openTable(
  path: string,
  options: TableOptions,
): Promise<(Table & { sha256: string | null }) | Finding> {
  const { source = path } = options
  const head = await readHead(source)
  if (head === undefined) return { ...(await openFolder(source)), sha256: null }
  if (startsWith(head, ZIP_SIGNATURE)) {
    const table = await openSpreadsheet(source, options)
    return 'code' in table ? table : { ...table, sha256: await computeSha256(source) }
  }
  if (startsWith(head, CFB_SIGNATURE)) return LEGACY_WORKBOOK
  const foreign = reportForeignFile(head)
  if (foreign !== undefined) return foreign
  const text = await openText(source, head, options)
  if ('code' in text) return text
  const table = isJsonl(path, head) ? await openJsonl(text) : await openDelimited(text, options)
  const findings = [...text.findings, ...table.findings]
  return { ...table, findings, sha256: text.sha256 }
}

/** A workbook in .xlsx or .ods format is a ZIP archive. */
const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04]
/** Compound File Binary Format, [MS-CFB] 2.2: .xls, and encrypted .xlsx. */
const CFB_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0]
const LEGACY_WORKBOOK = manifestFinding(
  'excel.unreadable',
  'This is a workbook of Excel 2003 or older, or one with a password. Save it as .xlsx or .ods without a password, or as CSV in UTF-8.',
)

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

function isJsonl(path: string, head: Uint8Array): boolean {
  if (/\.(?:jsonl|ndjson)$/i.test(path)) return true
  return /^(?:\xef\xbb\xbf)?\s*\{/.test(Buffer.from(head).toString('latin1'))
}

function createUnreadable(path: string, finding: Finding): Manifest {
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

/** Returns the start of the file, or undefined for a folder. */
async function readHead(path: string): Promise<Uint8Array | undefined> {
  try {
    const stats = await stat(path)
    if (stats.isDirectory()) return undefined
    const { size } = stats
    if (size > MAX_TABLE_BYTES) {
      throw new CatalogError(
        'too_large',
        `${path} is larger than 256 MB. Split it into several manifests.`,
      )
    }
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if (error instanceof CatalogError) throw error
    throw new CatalogError('not_found', `${path} cannot be read: ${describeReason(error)}.`, {
      cause: error,
    })
  }
}

function describeReason(error: unknown): string {
  const reasons: Record<string, string> = {
    ENOENT: 'no such file',
    EACCES: 'permission denied',
  }
  const { code = '', message } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}
