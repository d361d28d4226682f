import Database from 'better-sqlite3'
import { join } from 'node:path'
import { CatalogError } from '../../errors.ts'

/**
 * Marks a data directory as served: an open write transaction on a small database of its own, which the
 * operating system ends with the process, however it dies.
 * @throws CatalogError kind `busy` when another server has it
 */
export function takeServeLock(data: string): Disposable {
  const db = new Database(join(data, 'serve.lock.sqlite'), { timeout: 0 })
  try {
    db.exec('begin exclusive')
  } catch (error) {
    db.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new CatalogError('busy', `Another server is at work on ${data}. Stop it first.`, {
      cause: error,
    })
  }
  return { [Symbol.dispose]: () => void db.close() }
}
