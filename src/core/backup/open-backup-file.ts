import { constants } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { damaged } from './damaged-backup.ts'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Opens the files of one backup. */
export type OpenBackupFile = (path: string, size: number) => Promise<FileHandle>

/**
 * Returns a function that opens a file of a backup for reading. A backup of another origin may contain symbolic links to
 * any file of this host, and pipes and devices that block the process that opens them. Only regular files below the folder are opened.
 * @throws DamagedBackup from the returned function
 */
export async function createFileOpener(backup: string): Promise<OpenBackupFile> {
  const root = await realpath(backup)
  let checkedFolder = root
  const requirePlainFolder = async (folder: string, path: string): Promise<void> => {
    if (folder === checkedFolder) return
    const real = await realpath(folder).catch(() => undefined)
    if (real === undefined) throw missing(path)
    if (real !== folder) throw damaged('not_a_file', path, `${path} leads through a symbolic link.`)
    checkedFolder = folder
  }
  return async (path, size) => {
    const full = join(root, path)
    await requirePlainFolder(dirname(full), path)
    const file = await openPlain(full, path)
    try {
      const found = await file.stat()
      if (!found.isFile()) throw damaged('not_a_file', path, `${path} is not a regular file.`)
      if (found.size === size) return file
      throw damaged('changed_file', path, `${path} has ${found.size} bytes instead of ${size}.`)
    } catch (error) {
      await file.close()
      throw error
    }
  }
}

async function openPlain(full: string, path: string): Promise<FileHandle> {
  try {
    return await open(full, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw missing(path)
    if (code === 'ELOOP') throw damaged('not_a_file', path, `${path} is a symbolic link.`)
    if (code === 'ENXIO') throw damaged('not_a_file', path, `${path} is not a regular file.`)
    throw error
  }
}

function missing(path: string) {
  return damaged('missing_file', path, `${path} is missing.`)
}
