import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { toUnusableFileError } from './storage-errors.ts'

/**
 * Brings what the write-ahead log of a crashed process holds into the database itself, and both onto the
 * disk. Where that process was told that the disk failed, the end of its log may be in the system's memory
 * alone, taken for written: whatever were appended to it would be lost with it.
 * @throws CatalogError kind `unavailable` when the disk still fails
 */
export function checkpointWal(file: string): void {
  if (!existsSync(file)) return
  try {
    const db = new Database(file)
    try {
      db.pragma('wal_checkpoint(truncate)')
    } finally {
      db.close()
    }
  } catch (error) {
    // Whatever else is wrong with the file is told by who opens it for good.
    const trouble = toUnusableFileError(file, error)
    if (trouble) throw trouble
  }
}
