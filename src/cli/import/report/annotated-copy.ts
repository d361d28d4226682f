import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { parse } from 'node:path'
import { PassThrough } from 'node:stream'
import { invalid } from '../../../core/base/errors.ts'
import { publishFile } from '../../../core/storage/disk/durable-files.ts'
import { toWriteError } from '../../terminal/write-error.ts'
import type { Finding } from '../../tables/finding.ts'
import { ANNOTATION_COLUMNS } from '../../tables/annotation-columns.ts'
import type { Manifest } from '../../tables/manifest.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import { findFormatOf, toFileFormat } from '../../tables/output-format.ts'
import { writeRows, type RowFormat, type WrittenRow } from '../../tables/write-rows.ts'

/** A copy of a manifest with the findings beside each row, while it is written. */
export interface AnnotatedCopy extends AsyncDisposable {
  readonly path: string
  /**
   * Adds a row. Resolves when the stream accepts more.
   * @param extraCells cells of the copy's extra columns
   */
  add(row: ManifestRow, findings: readonly Finding[], extraCells?: readonly string[]): Promise<void>
  /** Moves the complete file to its path. Without this call, disposal removes the file. */
  publish(): Promise<void>
}

/**
 * Opens a copy in the format that the extension of the path names, by default in the manifest's format.
 * @throws CatalogError kind `invalid` if the path is that of the manifest or names ODS, `conflict` if the folder is
 *   not writable
 */
export async function openAnnotatedCopy(
  manifest: Manifest,
  path: string,
  extraColumns: readonly string[] = [],
): Promise<AnnotatedCopy> {
  if (await isSameFile(manifest.path, path)) {
    throw invalid(path, 'is the manifest itself, which is never overwritten')
  }
  const format = chooseFormat(path, manifest)
  const temporary = `${path}.${process.pid}.part`
  const kept = findKeptColumns(manifest, extraColumns)
  const rows = new PassThrough({ objectMode: true, highWaterMark: 64 })
  const header = [
    ...kept.map((index) => manifest.header[index] ?? ''),
    ...extraColumns,
    ...ANNOTATION_COLUMNS,
  ]
  const file = createWriteStream(temporary, { flags: 'wx', mode: 0o644 })
  const written = writeRows({ header, rows }, format, file)
  const failure = written.then(
    () => undefined,
    (error: unknown) => toWriteError(path, error),
  )
  return {
    path,
    async add(row, findings, extraCells = []) {
      const hasRoom = rows.write(toCopyRow({ manifest, kept, extraCells }, row, findings))
      if (!hasRoom && !rows.destroyed) await Promise.race([once(rows, 'drain'), failure])
    },
    async publish() {
      rows.end()
      const error = await failure
      if (error) throw error
      await publishFile(temporary, path)
    },
    async [Symbol.asyncDispose]() {
      rows.destroy()
      await failure
      await rm(temporary, { force: true })
    },
  }
}

/** Excludes columns that an earlier copy added. */
function findKeptColumns({ header }: Manifest, extraColumns: readonly string[]): number[] {
  const added: readonly string[] = [...ANNOTATION_COLUMNS, ...extraColumns]
  return [...header.keys()].filter((index) => !added.includes(header[index] ?? ''))
}

interface CopyShape {
  manifest: Manifest
  kept: readonly number[]
  extraCells: readonly string[]
}

function toCopyRow(
  { manifest: { columns }, kept, extraCells }: CopyShape,
  row: ManifestRow,
  findings: readonly Finding[],
): WrittenRow {
  const dateColumns = findings
    .filter(({ code }) => code === 'excel.date_cell')
    .map(({ column }) => kept.indexOf(columns.findIndex((name) => name === column)))
  const codes = [...new Set(findings.map(({ code }) => code))].join(' ')
  const messages = findings.map(formatFinding).join(' ')
  // Unreadable rows keep their number of cells, so that a check of the copy reports them again.
  const indices = row.isUnreadable ? row.cells.keys() : kept
  const cells = [...[...indices].map((index) => row.cells[index]), ...extraCells, codes, messages]
  return { cells: cells.map((cell) => cell || undefined), dateColumns }
}

function formatFinding({ column, message, suggestion }: Finding): string {
  const where = column === null ? '' : `${column}: `
  return `${where}${message}${suggestion === null ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`}`
}

function chooseFormat(path: string, manifest: Manifest): RowFormat {
  const { name, ext } = parse(path)
  if (ext.toLowerCase() === '.ods') {
    throw invalid(path, `cannot be written as ODS. Write XLSX instead, as ${name}.xlsx`)
  }
  const format = findFormatOf(path) ?? toFileFormat(manifest.format)
  const delimiter = manifest.delimiter === '\t' ? ',' : manifest.delimiter
  return { format, delimiter, sheet: 'Checked', hasDates: true }
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const real = async (path: string): Promise<string> => await realpath(path).catch(() => path)
  return (await real(a)) === (await real(b))
}
