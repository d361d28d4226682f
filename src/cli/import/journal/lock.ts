import Database from 'better-sqlite3'
import { CatalogError } from '../../../core/errors.ts'

/**
 * Keeps others from running the same import. The lock is an open write transaction on a file of its own,
 * which the operating system ends with the process, however it dies.
 * @throws CatalogError kind `busy` when another process holds it
 */
export function lockJournal(path: string): Disposable {
  const db = new Database(path, { timeout: 0 })
  try {
    db.exec('begin immediate')
    return { [Symbol.dispose]: () => void db.close() }
  } catch (error) {
    db.close()
    if (!(error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw error
    const message = 'Another process is at work on this import. Let it finish, or stop it.'
    throw new CatalogError('busy', message, { code: 'journal.locked', detail: path })
  }
}

/** Whether some process is at work on the import right now. */
export function isLocked(path: string): boolean {
  try {
    lockJournal(path)[Symbol.dispose]()
    return false
  } catch (error) {
    if (error instanceof CatalogError) return true
    throw error
  }
}
