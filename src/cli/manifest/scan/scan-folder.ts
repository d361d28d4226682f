import { extname } from 'node:path'
import { PICTURE_FORMATS, sniffFormat } from '../../../core/model/picture-format.ts'
import { openPicture } from '../../import/check/open-picture.ts'
import { mapInOrder } from '../../client/map-in-order.ts'
import { readTitle, type FileNamePattern } from './file-name.ts'
import { readMetadata, type ImageMetadata } from './read-metadata.ts'
import { createScanRow, listScanColumns, type Source } from './scan-row.ts'
import type { Warning } from './warning.ts'
import { reportUnreadable, walkFolder, type Entry, type WalkOptions } from './walk-folder.ts'

export interface ScanOptions extends WalkOptions {
  /** Sources of values, in order of preference. */
  sources: readonly Source[]
  /** Reads values from the path of a file below the folder; by default, a title is read from the name. */
  pattern?: FileNamePattern
  /** Encoding of texts in metadata that are not UTF-8; guessed if it is absent. */
  metadataEncoding?: string
  /** Converts a path below the folder to the one that the manifest names. */
  nameFile(path: string): string
}

/** Counts and problems of a scan, updated while it runs. */
export interface ScanCounts {
  images: number
  /** Files that are not images. */
  otherFiles: number
  /** Images and folders with a warning. */
  warnings: number
  /** Files and folders that could not be read. */
  unreadable: number
  /** Problems of folders and links, which have no row. */
  notes: string[]
}

/** The images of a folder as rows of a manifest. */
export interface Scan {
  columns: string[]
  counts: ScanCounts
  /** Reads the folder. */
  rows(): AsyncGenerator<(string | undefined)[]>
}

const CONCURRENCY = 8
const MAX_NOTES = 20

/** Scans a folder for images, in natural order. Files are recognized by their content. */
export function scanFolder(root: string, options: ScanOptions): Scan {
  const columns = listScanColumns(options.pattern?.columns ?? [])
  const counts: ScanCounts = { images: 0, otherFiles: 0, warnings: 0, unreadable: 0, notes: [] }
  return {
    columns,
    counts,
    async *rows() {
      const entries = walkFolder(root, options)
      for await (const scanned of mapInOrder(entries, CONCURRENCY, (entry) =>
        examine(entry, options),
      )) {
        const row = toRow(scanned, { columns, options, counts })
        if (row) yield row
      }
    },
  }
}

type Scanned = Entry | { kind: 'image'; name: string; found: ImageMetadata }

async function examine(entry: Entry, options: ScanOptions): Promise<Scanned> {
  if (entry.kind !== 'file') return entry
  const { name, path, size } = entry
  const kinds = options.sources.filter((source) => source !== 'filename')
  try {
    await using picture = await openPicture(path, size)
    const format = sniffFormat(picture.head)
    if (format) {
      const reading = { path, kinds, encoding: options.metadataEncoding }
      const found = await readMetadata(format.name, picture, reading)
      return { kind: 'image', name, found }
    }
  } catch (error) {
    return reportUnreadable(name, error)
  }
  if (!EXTENSIONS.has(extname(name).toLowerCase())) return entry
  return { kind: 'image', name, found: withoutMetadata(size === 0 ? EMPTY : UNKNOWN_TYPE) }
}

const EXTENSIONS = new Set(
  PICTURE_FORMATS.map(({ extension }) => `.${extension}`).concat('.jpeg', '.tiff', '.heif', '.jpx'),
)

const EMPTY: Warning = { code: 'file.empty', message: 'The file is empty.' }
const UNKNOWN_TYPE: Warning = {
  code: 'file.type_unknown',
  message: 'The file is not a supported picture.',
}

interface RowContext {
  columns: readonly string[]
  options: ScanOptions
  counts: ScanCounts
}

function toRow(scanned: Scanned, context: RowContext): (string | undefined)[] | undefined {
  const { counts } = context
  if (scanned.kind === 'file') {
    counts.otherFiles += 1
    return undefined
  }
  if (scanned.kind === 'image') {
    return createRow(scanned.name, context, scanned.found)
  }
  const { name, code, message, isFile } = scanned
  if (code.endsWith('.unreadable') || code === 'file.name') counts.unreadable += 1
  if (isFile) return createRow(name, context, withoutMetadata({ code, message }))
  counts.warnings += 1
  if (counts.notes.length < MAX_NOTES) counts.notes.push(`${name}: ${message}`)
  return undefined
}

function withoutMetadata(warning: Warning): ImageMetadata {
  return { kinds: {}, warnings: [warning] }
}

function createRow(
  path: string,
  { columns, options, counts }: RowContext,
  { kinds, warnings }: ImageMetadata,
): (string | undefined)[] {
  const { pattern, sources } = options
  const named = pattern ? pattern.read(path) : readDefaults(path)
  const mismatch = named === undefined ? [NO_MATCH] : []
  const all = [...warnings, ...mismatch, ...findNameProblems(path)]
  counts.images += 1
  if (all.length > 0) counts.warnings += 1
  const image = {
    file: options.nameFile(path),
    kinds,
    named: named ?? {},
    warnings: all,
  }
  return createScanRow(columns, image, sources)
}

function readDefaults(path: string): Record<string, string> {
  const title = readTitle(path)
  return title === undefined ? {} : { title }
}

const NO_MATCH: Warning = {
  code: 'pattern.no_match',
  message: 'The name does not match the pattern.',
}

/** Reports names that a manifest cannot express, because blanks around cells are removed and `\` separates folders. */
function findNameProblems(path: string): Warning[] {
  const isExpressible = path === path.trim() && !/[\\\p{Cc}]/u.test(path)
  const message =
    'The name has control characters, a backslash, or blanks at its ends. Rename the file.'
  return isExpressible ? [] : [{ code: 'file.name', message }]
}
