import { CatalogError } from '../../../core/base/errors.ts'
import { takeFileLock } from '../../../core/storage/disk/file-lock.ts'

/**
 * Locks a journal against other processes.
 * @throws CatalogError kind `busy` if another process holds the lock
 */
export function lockJournal(path: string): Disposable {
  const lock = takeFileLock(path)
  if (lock) return lock
  const message = 'Another process is running this import. Wait until it finishes, or stop it.'
  throw new CatalogError('busy', message, { code: 'journal.locked', detail: path })
}
