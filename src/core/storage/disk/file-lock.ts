import Database from 'better-sqlite3'
import { accessSync, constants, existsSync } from 'node:fs'
import { makePrivateFile } from '../modes.ts'

/**
 * Takes a lock that the operating system releases when the process ends, even after a crash: an open write
 * transaction on a small database at `path`.
 * @returns undefined if another process holds the lock
 */
export function takeFileLock(path: string): Disposable | undefined {
  makeLockFile(path)
  const db = new Database(path, { timeout: 0 })
  try {
    db.exec('begin exclusive')
    // On a read-only file the transaction begins too, but it excludes no other process.
    accessSync(path, constants.W_OK)
    return { [Symbol.dispose]: () => void db.close() }
  } catch (error) {
    db.close()
    // The previous holder may have deleted the file. A lock on it would exclude no other process.
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isGone || isBusy(error)) return undefined
    throw error
  }
}

function isBusy(error: unknown): boolean {
  return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false
}

/** Ignores errors: they occur again when the file is opened. */
function makeLockFile(path: string): void {
  try {
    makePrivateFile(path)
  } catch {}
}

/** Whether a process holds the lock. */
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
