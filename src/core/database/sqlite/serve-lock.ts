import { join } from 'node:path'
import { CatalogError } from '../../base/errors.ts'
import { isFileLocked, takeFileLock } from '../../storage/disk/file-lock.ts'
import { toUnusableFileError } from './storage-errors.ts'

/**
 * Marks a data directory as served.
 * @throws CatalogError kind `busy` if another server runs on it, `unavailable` if it cannot be written
 */
export function takeServeLock(data: string): Disposable {
  const lock = take(lockPath(data))
  if (lock) return lock
  throw new CatalogError('busy', `Another server is running on ${data}. Stop it first.`)
}

/** Whether a server, or a command that acts as one, runs on a data directory. */
export function isServed(data: string): boolean {
  return isFileLocked(lockPath(data))
}

function lockPath(data: string): string {
  return join(data, 'serve.lock.sqlite')
}

function take(path: string): Disposable | undefined {
  try {
    return takeFileLock(path)
  } catch (error) {
    throw toUnusableFileError(path, error) ?? error
  }
}
