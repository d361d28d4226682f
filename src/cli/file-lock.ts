import Database from 'better-sqlite3'
import { createPrivateFile } from './private-file.ts'

/**
 * Takes a lock on a file that is there for nothing else: an open write transaction, which the operating
 * system ends with the process, however it dies.
 * @returns undefined when another process holds it
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
