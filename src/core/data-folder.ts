import { access, constants, mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CatalogError } from './errors.ts'
import { createDurableFolders } from './storage/durable-folders.ts'

const { R_OK, W_OK, X_OK } = constants

const REASONS: Partial<Record<string, string>> = {
  EEXIST: 'it is no directory',
  ENOTDIR: 'a part of its path is no directory',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'its disk cannot be written',
}

/** The database of a data directory. */
export function databasePath(data: string): string {
  return join(data, 'catalog.sqlite')
}

/**
 * Makes the data directory where it is missing, closed to other users.
 * @throws CatalogError kind `invalid` when it cannot be one
 */
export async function ensureDataFolder(path: string): Promise<void> {
  try {
    const made = await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, R_OK | W_OK | X_OK)
    if (made !== undefined) await createDurableFolders(dirname(made)).sync(resolve(path))
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const sentence = `${path} cannot be the data directory: ${REASONS[code] ?? message}.`
    throw new CatalogError('invalid', `${sentence} Name another with --data.`, { cause: error })
  }
}
