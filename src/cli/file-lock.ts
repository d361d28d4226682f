import Database from 'better-sqlite3'
import { createPrivateFile } from './private-file.ts'

/**
 * Locks a dedicated SQLite file with an open write transaction. The operating system releases the lock when the
 * process ends, even if it crashes.
 * @returns undefined if another process holds the lock
 */
export function tryLock(path: string): Disposable | undefined {
  createPrivateFile(path)
  const db = new Database(path, { timeout: 0 })
  try {
    db.exec('begin immediate')
    return { [Symbol.dispose]: () => void db.close() }
  } catch (error) {
    db.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}
