import { takeFileLock } from '../../storage/disk/file-lock.ts'
import { toStorageError } from './storage-errors.ts'

/**
 * Locks a folder of unfinished files.
 * @returns undefined if another process holds the lock
 * @throws CatalogError kind `unavailable` if the disk is full or fails, or no more files can be opened
 */
export function takeTemporaryLock(path: string): Disposable | undefined {
  try {
    return takeFileLock(path)
  } catch (error) {
    throw toStorageError(error) ?? error
  }
}
