import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { MAX_UPLOAD_BYTES } from '../../../core/base/limits.ts'
import {
  ACCEPTED_CONTENT_TYPES,
  SNIFFED_BYTES,
  sniffForeignFormat,
  sniffFormat,
  type PictureFormat,
  type PictureFormatName,
} from '../../../core/model/picture-format.ts'
import { refuseProgressiveJpeg } from '../../../core/model/progressive-jpeg.ts'
import { quoteForShell } from '../../terminal/quote-for-shell.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import { computeSha256 } from '../../tables/sha256.ts'
import { checkStructure } from './check-structure.ts'
import { readExifOrientation } from './exif-orientation.ts'
import type { BadLink, FileFinder, FoundFile } from './find-file.ts'
import { openPicture, type OpenPicture } from './open-picture.ts'
import type { RowReport } from './row-report.ts'

/** An image file that can be uploaded. */
export interface CheckedFile {
  path: string
  /** In bytes; 0 if the file is not downloaded yet. */
  size: number
  /** If the file is not downloaded yet, the type that the row names, or an empty string. */
  contentType: string
  /** In milliseconds since the epoch; absent if unknown. */
  modifiedAt?: number
}

/** A file with digests that tell different contents apart. */
export interface FileDetails extends CheckedFile {
  /** Digest of the start of the file; absent if it is not downloaded yet. */
  head?: string
  /** In lower-case hexadecimal; absent if the whole file was not read. */
  sha256?: string
}

/**
 * Finds and checks the file of a row.
 * @param shouldHash whether to read the whole file for its SHA-256
 */
export async function checkFile(
  row: ManifestRow,
  find: FileFinder,
  shouldHash: boolean,
  report: RowReport,
): Promise<FileDetails | undefined> {
  const { file } = row.values
  if (file === undefined) return report.error('file.missing', 'file', 'The cell is blank.')
  const found = await find(file)
  if (!('path' in found)) return reportMissing(found, report)
  if (found.differs) reportDifference(found.differs, found.path, report)
  try {
    const details = await inspectFile(found.path, row, report)
    if (details === undefined || !shouldHash) return details
    return { ...details, sha256: await computeSha256(found.path) }
  } catch (error) {
    const { message } = error as Error
    return report.error('file.missing', 'file', `The file cannot be read: ${message}.`)
  }
}

function reportMissing(found: FoundFile, report: RowReport): undefined {
  if ('outside' in found) {
    const message = found.link ? describeLink(found.link) : OUTSIDE
    return report.error('file.outside_root', 'file', message)
  }
  const suggestion = 'missing' in found ? found.suggestion : undefined
  return report.error('file.missing', 'file', 'File not found.', suggestion)
}

const OUTSIDE = 'The file is outside the folders that are searched. Add its folder with --files.'

function describeLink({ root, target }: BadLink): string {
  const folders = [root, dirname(target)]
    .map((folder) => `--files ${quoteForShell(folder)}`)
    .join(' ')
  return `The file is a symbolic link to ${target}, outside the folders that are searched. To allow this, name both folders: ${folders}`
}

function reportDifference(differs: 'case' | 'unicode_form', path: string, report: RowReport): void {
  const message =
    differs === 'case'
      ? `The name of the file differs in upper and lower case: ${path}`
      : `The name of the file uses a different Unicode normalization: ${path}`
  report.warning(`file.${differs}`, 'file', message)
}

async function inspectFile(
  path: string,
  row: ManifestRow,
  report: RowReport,
): Promise<FileDetails | undefined> {
  const stats = await stat(path)
  // Checked before opening: opening a named pipe blocks until another process writes to it.
  if (!stats.isFile()) {
    const message = stats.isDirectory()
      ? 'This is a folder, not a file.'
      : 'This is not a regular file.'
    return report.error('file.missing', 'file', message)
  }
  if (stats.size === 0) return report.error('file.empty', 'file', 'The file is empty.')
  await using picture = await openPicture(path, stats.size)
  const { head, size } = picture
  const start = head.subarray(0, SNIFFED_BYTES)
  const format = sniffFormat(start)
  if (format === undefined) return reportForeign(sniffForeignFormat(start), report)
  warnIfRare(format, report)
  checkName(path, format, report)
  checkSize(size, report)
  if (format.name === 'jpeg') await checkCoefficients(picture, report)
  await checkStructure(format.name, picture, report)
  await checkExifOrientation(format.name, picture, row, report)
  const { content_type: expected } = row.values
  if (expected !== undefined && expected !== format.contentType) {
    const message = `The file is ${format.title}, which is ${format.contentType}.`
    return report.error('content_type.wrong', 'content_type', message, format.contentType)
  }
  return {
    path,
    size,
    contentType: format.contentType,
    modifiedAt: stats.mtimeMs,
    head: hash('sha256', head, 'base64').slice(0, 24),
  }
}

function reportForeign(name: string | undefined, report: RowReport): undefined {
  const accepted = ACCEPTED_CONTENT_TYPES.map((type) => type.slice('image/'.length)).join(', ')
  const type = name === undefined ? 'not in a known image format' : `${name}, which is not accepted`
  const message = `The file is ${type}. Accepted formats: ${accepted}.`
  return report.error('file.type_unknown', 'file', message)
}

function warnIfRare({ name, title, needs }: PictureFormat, report: RowReport): void {
  if (!needs) return
  const message = `The file is ${title}: only servers with the program ${needs.program} accept it. All servers accept JPEG and TIFF.`
  report.warning(name === 'heic' ? 'file.heic' : 'file.type_rare', 'file', message)
}

const OTHER_EXTENSIONS: Record<string, string> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  tiff: 'tif',
}

function checkName(path: string, format: PictureFormat, report: RowReport): void {
  const extension = extname(path).slice(1).toLowerCase()
  if (extension === '' || (OTHER_EXTENSIONS[extension] ?? extension) === format.extension) return
  report.warning(
    'file.type_mismatch',
    'file',
    `The file is ${format.title}, although its extension says otherwise; it is sent as ${format.contentType}.`,
  )
}

/** Only warns: the instance may have a different limit. */
function checkSize(size: number, report: RowReport): void {
  if (size <= MAX_UPLOAD_BYTES) return
  report.warning('file.too_large', 'file', 'The file is larger than most instances accept (2 GB).')
}

/** Only warns: the instance may have a different limit. */
async function checkCoefficients(picture: OpenPicture, report: RowReport): Promise<void> {
  const refusal = await refuseProgressiveJpeg((position, least) => picture.bytesAt(position, least))
  if (refusal !== undefined) report.warning('file.too_large', 'file', refusal)
}

/** The instance applies the Exif orientation as well, so the image may be rotated twice. */
async function checkExifOrientation(
  format: PictureFormatName,
  picture: OpenPicture,
  { values }: ManifestRow,
  report: RowReport,
): Promise<void> {
  const { rotation = '0', mirror = 'none' } = values
  if (/^0*$/.test(rotation) && mirror.toLowerCase() === 'none') return
  const orientation = await readExifOrientation(format, picture)
  if (orientation === undefined || orientation === 1) return
  const message = `The file has an Exif orientation (${orientation}), which is applied before this rotation or mirroring. Check that both are intended.`
  report.warning('rotation.exif', rotation === '0' ? 'mirror' : 'rotation', message)
}
