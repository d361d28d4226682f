import { join } from 'node:path'
import { CatalogError } from '../base/errors.ts'
import { listBackupNames } from './backup-folder.ts'
import { measureBackup, readManifest } from './manifest.ts'

export interface ListedBackup {
  id: string
  /** Null in this and the following members if its manifest cannot be read. */
  created_at: string | null
  files: number | null
  /** Size of all files in the backup, although hard-linked ones take up no space of their own. */
  bytes: number | null
  derivatives: boolean | null
  /** The bucket that has the stored files. Null if the backup contains them. */
  storage_url: string | null
  /** Why the manifest cannot be read. Null if it can. */
  problem: string | null
}

/** Lists the backups of a folder, oldest first. */
export async function listBackups(folder: string): Promise<ListedBackup[]> {
  const names = await listBackupNames(folder)
  return await Promise.all(names.map((name) => describeBackup(folder, name)))
}

async function describeBackup(folder: string, id: string): Promise<ListedBackup> {
  try {
    const manifest = await readManifest(join(folder, id))
    const { created_at, derivatives, stored_files, storage_url = null } = manifest
    const [files, bytes] = [stored_files.count, measureBackup(manifest)]
    return { id, created_at, files, bytes, derivatives, storage_url, problem: null }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    const unknown = { created_at: null, files: null, bytes: null, derivatives: null }
    return { id, ...unknown, storage_url: null, problem: error.message }
  }
}
