import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { storageFailed } from '../errors.ts'
import { convertDiskErrors } from './disk-errors.ts'
import { ignoreMissing, isMissingFile } from './missing-files.ts'
import { FOLDER } from './modes.ts'

/**
 * Rejects if the folder of all files is gone: the disk has failed then, and its files are not missing.
 * @throws CatalogError kind `unavailable`
 */
export async function requireRoot(root: string): Promise<void> {
  const found = await convertDiskErrors(ignoreMissing(stat(root)))
  if (!found?.isDirectory()) throw storageFailed(new Error(`${root} is not there.`))
}

/**
 * Completes work with files below `root`. Unless it found something, `root` must be there, so that the files of a lost
 * disk do not count as missing.
 * @throws CatalogError kind `unavailable` if the disk is full, fails or is gone
 */
export async function belowRoot<T>(root: string, work: Promise<T>): Promise<T> {
  try {
    const found = await convertDiskErrors(work)
    if (found === undefined || found === false) await requireRoot(root)
    return found
  } catch (error) {
    if (isMissingFile(error)) await requireRoot(root)
    throw error
  }
}

/** Creates a folder below `root`, and its parents, but never `root` itself: it would hide that the disk is gone. */
export async function createFolder(root: string, folder: string): Promise<void> {
  if (folder === root) return requireRoot(root)
  try {
    await mkdir(folder, { mode: FOLDER })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT') throw error
    await createFolder(root, dirname(folder))
    // Another process may have removed the empty parent again.
    await createFolder(root, folder)
  }
}
