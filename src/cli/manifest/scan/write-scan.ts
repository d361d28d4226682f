import { stat } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { MICROS_PER_SECOND } from '../../../core/base/clock.ts'
import { CatalogError, invalid } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { EXIT } from '../../terminal/exit-codes.ts'
import { formatCount } from '../../terminal/format.ts'
import { requireDecoder } from '../../tables/encodings.ts'
import { isWithin } from '../../tables/path-containment.ts'
import type { FileFormat } from '../../tables/write-rows.ts'
import { writeTable } from '../../tables/write-table.ts'
import { hint } from '../../terminal/output.ts'
import { quoteForShell } from '../../terminal/quote-for-shell.ts'
import { limitYoungGeneration } from '../../host/young-generation.ts'
import { chooseFormat } from '../choose-format.ts'
import { reportWritten } from '../report-written.ts'
import { compileExclusions, compilePattern } from './file-name.ts'
import { scanFolder, type Scan, type ScanCounts } from './scan-folder.ts'
import type { Source } from './scan-row.ts'

export interface ScanFlags {
  recursive?: boolean
  from: readonly Source[]
  pattern?: string
  metadataEncoding?: string
  exclude: readonly string[]
  format?: FileFormat
  excelLocale?: 'eu'
  force?: true
}

/** Files of file managers and of Synology's indexing, and hidden files. */
const DEFAULT_EXCLUSIONS = ['Thumbs.db', 'desktop.ini', '@eaDir', '.*']

/** Scans a folder and writes its manifest. */
export async function writeScan(
  cli: Cli,
  { folder, file }: { folder: string; file: string },
  flags: ScanFlags,
): Promise<void> {
  limitYoungGeneration()
  const format = chooseFormat(cli, file, flags, 'csv')
  const { metadataEncoding } = flags
  if (metadataEncoding !== undefined) requireDecoder(metadataEncoding, '--metadata-encoding')
  const root = await requireFolder(cli, folder)
  const base = findBase(cli, root, file)
  const scan = scanFolder(root, {
    recursive: flags.recursive ?? false,
    isExcluded: compileExclusions([...DEFAULT_EXCLUSIONS, ...flags.exclude]),
    sources: flags.from,
    ...(flags.pattern !== undefined && { pattern: compilePattern(flags.pattern) }),
    ...(metadataEncoding !== undefined && { metadataEncoding }),
    ...(file !== '-' && { output: resolve(cli.cwd, file) }),
    nameFile: (path) => relative(base, resolve(root, path)).replaceAll(sep, '/'),
  })
  const content = { header: scan.columns, rows: () => showProgress(cli, scan) }
  const rows = await writeTable(cli, { path: file, force: flags.force }, content, format)
  report(cli, scan, { folder, file, isRecursive: flags.recursive === true, isBelow: base !== root })
  const { otherFiles, warnings, unreadable } = scan.counts
  reportWritten(cli, file, {
    format: format.format,
    rows,
    columns: scan.columns.length,
    warnings,
    unreadable,
    other_files: sumCounts([...otherFiles]),
    other_files_by_extension: Object.fromEntries(otherFiles),
  })
  if (unreadable > 0) cli.exitCode = EXIT.partial
}

/** The number of images is unknown before the end, so lines show only how many there are so far. */
async function* showProgress(cli: Cli, scan: Scan): ReturnType<Scan['rows']> {
  const { progress, progressInterval } = cli.globals
  let shownAt = cli.clock.now()
  for await (const row of scan.rows()) {
    yield row
    const now = cli.clock.now()
    if (progress === 'none' || now - shownAt < progressInterval * MICROS_PER_SECOND) continue
    shownAt = now
    hint(cli, `Scanned ${formatCount(scan.counts.images, 'image')} so far.`)
  }
}

async function requireFolder(cli: Cli, folder: string): Promise<string> {
  const path = resolve(cli.cwd, folder)
  const stats = await stat(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'no such folder' : (code ?? 'unknown error')
    throw new CatalogError('not_found', `${folder} cannot be read: ${reason}.`, { cause: error })
  })
  if (!stats.isDirectory()) throw invalid(folder, 'is not a folder')
  return path
}

/** Paths are relative to the manifest's folder, where an import searches for files, or else to the scanned folder. */
function findBase(cli: Cli, root: string, file: string): string {
  const home = file === '-' ? resolve(cli.cwd) : dirname(resolve(cli.cwd, file))
  return isWithin(root, home) ? home : root
}

interface Scanned {
  folder: string
  file: string
  isRecursive: boolean
  /** Whether the folder is below that of the manifest. */
  isBelow: boolean
}

function report(cli: Cli, { counts }: Scan, { folder, file, isRecursive, isBelow }: Scanned): void {
  const { images, otherFiles, warnings, notes } = counts
  for (const note of notes) hint(cli, note)
  if (otherFiles.size > 0) hint(cli, describeOtherFiles(otherFiles))
  if (images === 0) {
    const advice = isRecursive ? '' : ' To search its subfolders, add --recursive.'
    hint(cli, `${folder} contains no images.${advice}`)
  }
  if (warnings > 0) {
    hint(cli, `${formatCount(warnings, 'warning')}: see the column _message.`)
  }
  if (images > 0 && !isBelow && file !== '-') {
    hint(
      cli,
      `The files are named from ${folder}: import them with --files ${quoteForShell(folder)}`,
    )
  }
}

const MAX_EXTENSIONS = 10

/** Describes files without a row: `7 files are not pictures and have no row: 5 .pdf, 2 without an extension.` */
function describeOtherFiles(counts: ScanCounts['otherFiles']): string {
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const kinds = sorted
    .slice(0, MAX_EXTENSIONS)
    .map(([extension, count]) => `${count} ${extension ? `.${extension}` : 'without an extension'}`)
  const more = sumCounts(sorted.slice(MAX_EXTENSIONS))
  const all = sumCounts(sorted)
  const what =
    all === 1 ? 'is not a supported picture and has' : 'are not supported pictures and have'
  return `${formatCount(all, 'file')} ${what} no row: ${[...kinds, ...(more > 0 ? [`${more} others`] : [])].join(', ')}.`
}

function sumCounts(counts: readonly [string, number][]): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}
