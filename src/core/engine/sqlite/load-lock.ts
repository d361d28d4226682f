import { join } from 'node:path'
import { CatalogError } from '../../errors.ts'
import { isFileLocked, takeFileLock } from './file-lock.ts'

/**
 * Marks a data directory as being loaded into: files lie in the store that no row names yet.
 * @throws CatalogError kind `busy` when another process does so
 */
export function takeLoadLock(data: string): Disposable {
  const lock = takeFileLock(lockPath(data))
  if (lock) return lock
  throw new CatalogError('busy', `Another process is loading a dump into ${data}.`)
}

export function isBeingLoaded(data: string): boolean {
  return isFileLocked(lockPath(data))
}

function lockPath(data: string): string {
  return join(data, 'load.lock.sqlite')
}
