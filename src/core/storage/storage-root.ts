import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { storageFailed } from '../base/errors.ts'
import { FILES_ID } from '../model/setting-names.ts'
import { convertDiskErrors } from './disk-errors.ts'
import { exists, ignoreMissing, isMissingFile } from './missing-files.ts'
import { FOLDER } from './modes.ts'

/** The folder of all files. If its disk fails or is unmounted, its files are not missing. */
export interface StorageRoot {
  readonly path: string
  /**
   * Rejects if the folder is gone, or is empty because its disk is not mounted: once it had the id of its files, it keeps it.
   * @throws CatalogError kind `unavailable`
   */
  require(): Promise<void>
  /**
   * Rejects if its disk is read-only. It may be another one than that of unfinished files.
   * @throws CatalogError kind `unavailable`
   */
  requireWritable(): Promise<void>
}

export function createStorageRoot(path: string): StorageRoot {
  const idPath = join(path, FILES_ID)
  let hadId = false
  return {
    path,
    async require() {
      const hasId = await convertDiskErrors(exists(idPath))
      if (hadId && !hasId) throw storageFailed(new Error(`${idPath} is not there.`))
      hadId = hasId
      if (!hasId) await requireFolder(path)
    },
    requireWritable: () => convertDiskErrors(access(path, constants.W_OK)),
  }
}

/** From now on, the folder must keep the id that it may have. */
export async function openStorageRoot(path: string): Promise<StorageRoot> {
  const root = createStorageRoot(path)
  await root.require()
  return root
}

/**
 * Rejects if a folder of files is gone.
 * @throws CatalogError kind `unavailable`
 */
export async function requireFolder(path: string): Promise<void> {
  const found = await convertDiskErrors(ignoreMissing(stat(path)))
  if (!found?.isDirectory()) throw storageFailed(new Error(`${path} is not there.`))
}

/**
 * Completes work with files below `root`. Unless it found something, `root` must be there, so that the files of a lost
 * disk do not count as missing.
 * @throws CatalogError kind `unavailable` if the disk is full, fails or is gone
 */
export async function belowRoot<T>(root: StorageRoot, work: Promise<T>): Promise<T> {
  try {
    const found = await convertDiskErrors(work)
    if (found === undefined || found === false) await root.require()
    return found
  } catch (error) {
    if (isMissingFile(error)) await root.require()
    throw error
  }
}

/** Creates a folder below `root`, and its parents, but never `root` itself or in a lost one: it would hide that the disk is gone. */
export async function createFolder(root: StorageRoot, folder: string): Promise<void> {
  if (folder === root.path || dirname(folder) === root.path) await root.require()
  if (folder === root.path) return
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
