import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncToDisk } from '../storage/disk/durable-files.ts'
import { removeIncomplete, takeBackupsLock, toIncompletePath } from './backup-folder.ts'
import { listBackups } from './list-backups.ts'

/**
 * Returns the names of the backups that are older than the newest `keep` with a readable manifest, oldest first. Others do not
 * count, so that a damaged backup never takes the place of a good one.
 */
export async function listOldBackups(folder: string, keep: number): Promise<string[]> {
  const backups = await listBackups(folder)
  const oldestKept = backups.filter(({ problem }) => problem === null).at(-keep)
  const index = oldestKept ? backups.indexOf(oldestKept) : 0
  return backups.slice(0, index).map(({ id }) => id)
}

/**
 * Deletes backups, and what interrupted processes left. A backup that is deleted in part has the name of an unfinished one.
 * @throws CatalogError kind `busy` while another process creates or deletes backups there
 */
export async function deleteBackups(folder: string, names: readonly string[]): Promise<void> {
  if (!existsSync(folder)) return
  using _lock = takeBackupsLock(folder)
  for (const name of names) {
    const path = toIncompletePath(folder, name)
    await rename(join(folder, name), path)
    await syncToDisk(folder)
    await rm(path, { recursive: true, force: true })
  }
  await removeIncomplete(folder)
}
