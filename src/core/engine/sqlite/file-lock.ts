import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'

/**
 * A lock that the operating system ends with the process, however it dies: an open write transaction on a
 * small database of its own at `path`.
 * @returns undefined when somebody has it
 */
export function takeFileLock(path: string): Disposable | undefined {
  const db = new Database(path, { timeout: 0 })
  try {
    db.exec('begin exclusive')
    // Whoever had the lock may have removed its file, which then is no longer the one that others try.
    if (existsSync(path)) return { [Symbol.dispose]: () => void db.close() }
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw closing(db, error)
  }
  db.close()
  return undefined
}

/** Whether somebody has it. */
export function isFileLocked(path: string): boolean {
  if (!existsSync(path)) return false
  const db = new Database(path, { timeout: 0 })
  try {
    db.prepare('select count(*) from sqlite_schema').get()
    return false
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    return true
  } finally {
    db.close()
  }
}

function closing(db: Database.Database, error: unknown): unknown {
  db.close()
  return error
}
