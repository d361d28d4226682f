import { CatalogError } from '../../../core/errors.ts'
import { tryLock } from '../../file-lock.ts'

/**
 * Keeps others from running the same import.
 * @throws CatalogError kind `busy` when another process holds the lock
 */
export function lockJournal(path: string): Disposable {
  const lock = tryLock(path)
  if (lock) return lock
  const message = 'Another process is running this import. Wait until it finishes, or stop it.'
  throw new CatalogError('busy', message, { code: 'journal.locked', detail: path })
}

/** Whether some process is at work on the import right now. */
export function isLocked(path: string): boolean {
  const lock = tryLock(path)
  lock?.[Symbol.dispose]()
  return lock === undefined
}
