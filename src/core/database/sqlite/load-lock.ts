import { join } from 'node:path'
import { CatalogError } from '../../base/errors.ts'
import { isFileLocked, takeFileLock } from '../../storage/disk/file-lock.ts'

/**
 * Marks a data directory as the target of a running load, whose stored files have no rows yet.
 * @throws CatalogError kind `busy` if another process is loading into it
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
