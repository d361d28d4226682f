import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncToDisk } from '../durable-files.ts'
import {
  listBackupNames,
  removeIncomplete,
  takeBackupsLock,
  toIncompletePath,
} from './backup-folder.ts'

/** Returns the names of the backups that are not among the newest `keep`, oldest first. */
export async function listOldBackups(folder: string, keep: number): Promise<string[]> {
  const names = await listBackupNames(folder)
  return names.slice(0, Math.max(0, names.length - keep))
}

/**
 * Deletes backups, and what interrupted processes left. A backup that is deleted in part has the name of an unfinished one.
 * @throws CatalogError kind `busy` while another process creates or deletes backups there
 */
export async function deleteBackups(folder: string, names: readonly string[]): Promise<void> {
  using _lock = takeBackupsLock(folder)
  for (const name of names) {
    const path = toIncompletePath(folder, name)
    await rename(join(folder, name), path)
    await syncToDisk(folder)
    await rm(path, { recursive: true, force: true })
  }
  await removeIncomplete(folder)
}
