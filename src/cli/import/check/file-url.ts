import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileFinder } from './find-file.ts'

/** Whether the cell `file` holds a URL of any scheme instead of a path. A letter and a colon begin a path of Windows. */
export function isFileUrl(file: string | undefined): file is string {
  return file !== undefined && /^[a-z][a-z0-9+.-]+:\/\//i.test(file)
}

/**
 * Returns the path to which the file of a row is downloaded. Rows do not share files, because each deletes its own.
 * @param folder of the journal's downloads
 */
export function getDownloadPath(folder: string, key: string, url: string): string {
  const digest = createHash('sha256').update(JSON.stringify([key, url]))
  return join(folder, digest.digest('hex').slice(0, 32))
}

/** Creates a finder for the downloaded file of one row. */
export function createDownloadFinder(path: string | undefined): FileFinder {
  return async () => {
    const stats = path === undefined ? undefined : await stat(path).catch(() => undefined)
    return path !== undefined && stats ? { path } : { missing: true, suggestion: undefined }
  }
}
