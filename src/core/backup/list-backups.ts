import { join } from 'node:path'
import { CatalogError } from '../errors.ts'
import { listBackupNames } from './backup-folder.ts'
import { readManifest } from './manifest.ts'

export interface ListedBackup {
  id: string
  /** Null in this and the following members if its manifest cannot be read. */
  created_at: string | null
  files: number | null
  /** Size of all files, although hard-linked ones take up no space of their own. */
  bytes: number | null
  derivatives: boolean | null
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
    const { created_at, derivatives, files, stored_files } = manifest
    const bytes = files.reduce((sum, { size }) => sum + size, stored_files.bytes)
    return { id, created_at, files: stored_files.count, bytes, derivatives, problem: null }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    const unknown = { created_at: null, files: null, bytes: null, derivatives: null }
    return { id, ...unknown, problem: error.message }
  }
}
