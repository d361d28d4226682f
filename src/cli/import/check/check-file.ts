import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { MAX_UPLOAD_BYTES } from '../../../core/limits.ts'
import {
  ACCEPTED_CONTENT_TYPES,
  SNIFFED_BYTES,
  sniffForeignFormat,
  sniffFormat,
  type PictureFormat,
} from '../../../core/model/picture-format.ts'
import type { FileFinder, FoundFile } from './find-file.ts'
import type { ManifestRow } from '../manifest/manifest.ts'
import type { Report } from './report-row.ts'

/** A picture as it lies there, ready to be sent. */
export interface CheckedFile {
  path: string
  size: number
  contentType: string
}

/** Finds the row's file and looks at its beginning; reports what is wrong. */
export async function checkFile(
  { values }: ManifestRow,
  find: FileFinder,
  report: Report,
): Promise<CheckedFile | undefined> {
  if (values.file === undefined) return report.error('file.missing', 'file', 'The cell is blank.')
  const found = await find(values.file)
  if (!('path' in found)) return reportMissing(found, report)
  if (found.differs) reportDifference(found.differs, found.path, report)
  try {
    return await look(found.path, values.content_type, report)
  } catch (error) {
    const { message } = error as Error
    return report.error('file.missing', 'file', `The file cannot be read: ${message}.`)
  }
}

function reportMissing(found: FoundFile, report: Report): undefined {
  if ('outside' in found) {
    const message =
      'The file lies outside the folders that are searched. Name its folder with --files.'
    return report.error('file.outside_root', 'file', message)
  }
  const suggestion = 'missing' in found ? found.suggestion : undefined
  return report.error('file.missing', 'file', 'There is no such file.', suggestion)
}

function reportDifference(differs: 'case' | 'unicode_form', path: string, report: Report): void {
  const message =
    differs === 'case'
      ? `The file is spelled with other capitals: ${path}`
      : `The file's name is written in another Unicode form: ${path}`
  report.warning(`file.${differs}`, 'file', message)
}

async function look(
  path: string,
  contentType: string | undefined,
  report: Report,
): Promise<CheckedFile | undefined> {
  const stats = await stat(path)
  // Asked before opening: a pipe that nobody writes into would never open.
  if (!stats.isFile()) {
    const what = stats.isDirectory() ? 'This is a folder, not a file.' : 'This is no ordinary file.'
    return report.error('file.missing', 'file', what)
  }
  if (stats.size === 0) return report.error('file.empty', 'file', 'The file is empty.')
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  const head = buffer.subarray(0, bytesRead)
  const format = sniffFormat(head)
  if (format === undefined) return reportForeign(sniffForeignFormat(head), report)
  warnWhereRare(format, report)
  checkName(path, format, report)
  checkSize(stats.size, report)
  if (contentType !== undefined && contentType !== format.contentType) {
    const message = `The file is ${format.title}, which is ${format.contentType}.`
    return report.error('content_type.wrong', 'content_type', message, format.contentType)
  }
  return { path, size: stats.size, contentType: format.contentType }
}

function reportForeign(name: string | undefined, report: Report): undefined {
  const accepted = ACCEPTED_CONTENT_TYPES.map((type) => type.slice('image/'.length)).join(', ')
  const what = name === undefined ? 'no picture of a known format' : `${name}, which is not taken`
  return report.error(
    'file.type_unknown',
    'file',
    `The file is ${what}. Accepted are: ${accepted}.`,
  )
}

function warnWhereRare({ title, needs }: PictureFormat, report: Report): void {
  if (!needs) return
  const message = `The file is ${title}: only servers with the program ${needs.program} take it.`
  report.warning('file.type_rare', 'file', message)
}

const OTHER_EXTENSIONS: Record<string, string> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  tiff: 'tif',
}

function checkName(path: string, format: PictureFormat, report: Report): void {
  const extension = extname(path).slice(1).toLowerCase()
  if (extension === '' || (OTHER_EXTENSIONS[extension] ?? extension) === format.extension) return
  report.warning(
    'file.type_mismatch',
    'file',
    `The file is ${format.title} in spite of its name, and is sent as that.`,
  )
}

/** The instance may have another limit than the usual one, so this only warns. */
function checkSize(size: number, report: Report): void {
  if (size <= MAX_UPLOAD_BYTES) return
  report.warning('file.too_large', 'file', 'The file is larger than most instances take (2 GB).')
}
