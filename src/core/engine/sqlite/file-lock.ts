import Database from 'better-sqlite3'
import { accessSync, constants, existsSync } from 'node:fs'
import { makePrivateFile } from '../../storage/modes.ts'
import { isBusy, toStorageError } from './storage-errors.ts'

/**
 * A lock that the operating system ends with the process, however it dies: an open write transaction on a
 * small database of its own at `path`.
 * @returns undefined when somebody has it
 * @throws CatalogError kind `unavailable` when the disk is full or fails
 */
export function takeFileLock(path: string): Disposable | undefined {
  makeLockFile(path)
  const db = new Database(path, { timeout: 0 })
  try {
    db.exec('begin exclusive')
    // SQLite makes do with a file that it may only read, and then excludes nobody.
    accessSync(path, constants.W_OK)
    return { [Symbol.dispose]: () => void db.close() }
  } catch (error) {
    db.close()
    // Whoever had the lock may have removed its file, which then is no longer the one that others try.
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isGone || isBusy(error)) return undefined
    throw toStorageError(error) ?? error
  }
}

/** What the system has against the file comes up again when it is opened. */
function makeLockFile(path: string): void {
  try {
    makePrivateFile(path)
  } catch {}
}

/** Whether somebody has it. */
export function isFileLocked(path: string): boolean {
  if (!existsSync(path)) return false
  const db = new Database(path, { timeout: 0 })
  try {
    db.prepare('select count(*) from sqlite_schema').get()
    return false
  } catch (error) {
    if (!isBusy(error)) throw error
    return true
  } finally {
    db.close()
  }
}
