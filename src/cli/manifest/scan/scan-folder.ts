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
  /** Path of the manifest, which is no file of the folder. */
  output?: string
  /** Converts a path below the folder to the one that the manifest names. */
  nameFile(path: string): string
}

/** Counts and problems of a scan, updated while it runs. */
export interface ScanCounts {
  images: number
  /** Files that are neither images nor their XMP files, by extension in lower case; "" for none. */
  otherFiles: Map<string, number>
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
  const sidecars = new Set<string>()
  const counts: ScanCounts = {
    images: 0,
    otherFiles: new Map(),
    warnings: 0,
    unreadable: 0,
    notes: [],
  }
  return {
    columns,
    counts,
    async *rows() {
      const entries = walkFolder(root, options)
      for await (const scanned of mapInOrder(entries, CONCURRENCY, (entry) =>
        examine(entry, options),
      )) {
        const row = toRow(scanned, { columns, options, counts, sidecars })
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
  /** Paths of XMP files of images, which come after their images. */
  sidecars: Set<string>
}

function toRow(scanned: Scanned, context: RowContext): (string | undefined)[] | undefined {
  const { counts, options, sidecars } = context
  if (scanned.kind === 'file') {
    const isOther = !sidecars.delete(scanned.path) && !isOutput(scanned.path, options)
    if (isOther) countOther(scanned.name, counts.otherFiles)
    return undefined
  }
  if (scanned.kind === 'image') {
    if (scanned.found.sidecar !== undefined) sidecars.add(scanned.found.sidecar)
    return createRow(scanned.name, context, scanned.found)
  }
  const { name, code, message, isFile } = scanned
  if (code.endsWith('.unreadable') || code === 'file.name') counts.unreadable += 1
  if (isFile) return createRow(name, context, withoutMetadata({ code, message }))
  counts.warnings += 1
  if (counts.notes.length < MAX_NOTES) counts.notes.push(`${name}: ${message}`)
  return undefined
}

/** Whether a file is the manifest, or its temporary file while it is written. */
function isOutput(path: string, { output }: ScanOptions): boolean {
  if (output === undefined) return false
  return path === output || (path.startsWith(`${output}.`) && path.endsWith('.part'))
}

/** Limits what hostile names take of memory. */
const MAX_EXTENSIONS = 1000

function countOther(name: string, counts: Map<string, number>): void {
  const extension = extname(name).slice(1).toLowerCase()
  const key = counts.has(extension) || counts.size < MAX_EXTENSIONS ? extension : ''
  counts.set(key, (counts.get(key) ?? 0) + 1)
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
  const file = writeName(options.nameFile(path))
  const all = [...warnings, ...mismatch, ...findNameProblems(file)]
  counts.images += 1
  if (all.length > 0) counts.warnings += 1
  const image = {
    file,
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

/** Writes a name that starts with a blank as a path, because blanks around cells are removed. */
function writeName(name: string): string {
  return name === name.trimStart() ? name : `./${name}`
}

/** Reports names that a manifest cannot express, because blanks after cells are removed and `\` separates folders. */
function findNameProblems(name: string): Warning[] {
  const isExpressible = name === name.trimEnd() && !/[\\\p{Cc}]/u.test(name)
  const message =
    'The name has control characters, a backslash, or blanks at its end. Rename the file.'
  return isExpressible ? [] : [{ code: 'file.name', message }]
}
