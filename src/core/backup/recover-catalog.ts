import { rename } from 'node:fs/promises'
import { requireEmptyFolder } from './require-empty-folder.ts'
import { databasePath, ensureDataFolder, requireDatabaseFile } from '../storage/disk/data-folder.ts'
import {
  recoverDatabase,
  type RecoveredTable,
  type RecoveryFinding,
} from '../database/database-files.ts'
import { isServed } from '../database/locks.ts'
import { syncToDisk } from '../storage/disk/durable-files.ts'
import { CatalogError } from '../base/errors.ts'

export type { RecoveryFinding }

export interface RecoverCatalogOptions {
  /** The data directory with the damaged database. Nothing in it is changed. */
  data: string
  /** A directory for the recovered database, which does not exist yet or is empty. */
  to: string
  spatialite: string | null
  signal: AbortSignal
  onFinding: (finding: RecoveryFinding) => void
}

/**
 * Recovers the rows of a damaged database into `catalog.sqlite` in another directory, where it appears once it is complete.
 * Copies no image files.
 * @throws CatalogError kind `not_found` without a database, `busy` while a server runs, `conflict` if the target is not empty,
 *   and the errors of `recoverDatabase`
 */
export async function recoverCatalog(options: RecoverCatalogOptions): Promise<RecoveredTable[]> {
  const { data, to } = options
  await requireDatabaseFile(data)
  if (isServed(data))
    throw new CatalogError('busy', `A server is running on ${data}. Stop it first.`)
  await requireEmptyFolder(to)
  await ensureDataFolder(to)
  const target = databasePath(to)
  const unfinished = `${target}.part`
  const tables = await recoverDatabase({ ...options, from: databasePath(data), to: unfinished })
  await rename(unfinished, target)
  await syncToDisk(to)
  return tables
}
