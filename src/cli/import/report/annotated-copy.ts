import type { CopyRow } from './copy-row.ts'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { PassThrough } from 'node:stream'
import { invalid } from '../../../core/errors.ts'
import { publishFile, toWriteError } from '../../durable-files.ts'
import type { Finding } from '../check/finding.ts'
import { ANNOTATION_COLUMNS } from '../manifest/annotation-columns.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { ManifestRow } from '../manifest/manifest-row.ts'
import type { ManifestFormat } from '../manifest/table.ts'
import { createCopyWriter } from './annotated-copy-writers.ts'

/** A copy of a manifest in the making, in which what was found stands beside each row. */
export interface AnnotatedCopy extends AsyncDisposable {
  readonly path: string
  /**
   * Resolves when there is room for more.
   * @param more what stands in the copy's further columns
   */
  add(row: ManifestRow, findings: readonly Finding[], more?: readonly string[]): Promise<void>
  /** Puts the file in its place; when this is not called, nothing is left behind. */
  publish(): Promise<void>
}

/**
 * Opens a copy in the manifest's own format, or in the one that the path's ending names.
 * @throws CatalogError kind `invalid` when it would take the place of the manifest, `conflict` when the
 *   folder can't be written to
 */
export async function openAnnotatedCopy(
  manifest: Manifest,
  path: string,
  further: readonly string[] = [],
): Promise<AnnotatedCopy> {
  if (await isSameFile(manifest.path, path)) {
    throw invalid(path, 'is the manifest itself, which is never overwritten')
  }
  const temporary = `${path}.${process.pid}.part`
  const kept = findKeptColumns(manifest, further)
  const rows = new PassThrough({ objectMode: true, highWaterMark: 64 })
  const header = [
    ...kept.map((index) => manifest.header[index] ?? ''),
    ...further,
    ...ANNOTATION_COLUMNS,
  ]
  const file = createWriteStream(temporary, { flags: 'wx', mode: 0o644 })
  const written = createCopyWriter(
    chooseFormat(path, manifest.format),
    header,
    manifest,
  )(rows, file)
  const failure = written.then(
    () => undefined,
    (error: unknown) => toWriteError(path, error),
  )
  return {
    path,
    async add(row, findings, more = []) {
      const room = rows.write(toCopyRow({ manifest, kept, more }, row, findings))
      if (!room && !rows.destroyed) await Promise.race([once(rows, 'drain'), failure])
    },
    async publish() {
      rows.end()
      const failed = await failure
      if (failed) throw failed
      await publishFile(temporary, path)
    },
    async [Symbol.asyncDispose]() {
      rows.destroy()
      await failure
      await rm(temporary, { force: true })
    },
  }
}

/** A copy of a copy has our columns once. */
function findKeptColumns({ header }: Manifest, further: readonly string[]): number[] {
  const marks: readonly string[] = [...ANNOTATION_COLUMNS, ...further]
  return [...header.keys()].filter((index) => !marks.includes(header[index] ?? ''))
}

interface CopyShape {
  manifest: Manifest
  kept: readonly number[]
  more: readonly string[]
}

function toCopyRow(
  { manifest: { columns }, kept, more }: CopyShape,
  row: ManifestRow,
  findings: readonly Finding[],
): CopyRow {
  const dateColumns = findings
    .filter(({ code }) => code === 'excel.date_cell')
    .map(({ column }) => kept.indexOf(columns.findIndex((one) => one === column)))
  const codes = [...new Set(findings.map(({ code }) => code))].join(' ')
  const messages = findings.map(formatFinding).join(' ')
  // A row that is too short or too long stays so, and is an error again when the copy is read.
  const indices = row.isUnreadable ? row.cells.keys() : kept
  const cells = [...indices].map((index) => row.cells[index] ?? '')
  return { cells: [...cells, ...more, codes, messages], dateColumns }
}

function formatFinding({ column, message, suggestion }: Finding): string {
  const where = column === null ? '' : `${column}: `
  return `${where}${message}${suggestion === null ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`}`
}

const FORMATS_BY_EXTENSION: Record<string, ManifestFormat> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.xlsx': 'xlsx',
}

function chooseFormat(path: string, own: ManifestFormat): ManifestFormat {
  return FORMATS_BY_EXTENSION[extname(path).toLowerCase()] ?? (own === 'folder' ? 'csv' : own)
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const real = async (path: string): Promise<string> => await realpath(path).catch(() => path)
  return (await real(one)) === (await real(other))
}
