import { join } from 'node:path'
import { CatalogError } from '../../base/errors.ts'
import { isFileLocked, takeFileLock } from '../../storage/disk/file-lock.ts'

/**
 * Marks a data directory as being backed up. As long as the lock is held, no process deletes stored files that rows
 * have named. A process checks the lock after it found that no row names a file, and before it deletes the file.
 * @throws CatalogError kind `busy` if another process is backing it up
 */
export function takeBackupLock(data: string): Disposable {
  const lock = takeFileLock(lockPath(data))
  if (lock) return lock
  throw new CatalogError('busy', `Another process is backing up ${data}.`)
}

export function isBeingBackedUp(data: string): boolean {
  return isFileLocked(lockPath(data))
}

function lockPath(data: string): string {
  return join(data, 'backup.lock.sqlite')
}
