import { existsSync, realpathSync } from 'node:fs'
import Database from 'better-sqlite3'
import { toUnusableFileError } from './storage-errors.ts'

/**
 * Checkpoints the write-ahead log that a crashed process left, and syncs the database. If the disk failed during
 * that process, the end of the log may exist only in the page cache, marked as written. Frames appended after
 * that point would be lost too.
 * @throws CatalogError kind `unavailable` if the disk still fails
 */
export function checkpointWal(file: string): void {
  // The last process to close the database deletes its log, unless it crashes. SQLite puts the log beside the real file.
  if (!existsSync(file) || !existsSync(`${realpathSync(file)}-wal`)) return
  try {
    const db = new Database(file)
    try {
      db.pragma('wal_checkpoint(truncate)')
    } finally {
      db.close()
    }
  } catch (error) {
    // Other errors occur again, with a better message, when the store opens the file.
    const unusable = toUnusableFileError(file, error)
    if (unusable) throw unusable
  }
}
