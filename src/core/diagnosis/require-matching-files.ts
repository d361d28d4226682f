import { existsSync } from 'node:fs'
import type { Config, Secrets } from '../config/config.ts'
import {
  filesFolder,
  hasDatabaseFile,
  requireNeverOnPostgres,
} from '../storage/disk/data-folder.ts'
import { takeTemporaryLock } from '../database/locks.ts'
import { openSnapshot } from '../database/snapshots.ts'
import { findDatabase } from '../catalog/open-database.ts'
import { openStorageForReading } from '../storage/open-storage.ts'
import { compareIds, describeStorage, requireNoFiles } from '../stored-files/require-own-files.ts'

/**
 * Requires that database and image files belong together, as the server does when it starts. Changes nothing.
 * @throws CatalogError kind `conflict` that tells what does not
 */
export async function requireMatchingFiles(config: Config, secrets: Secrets): Promise<void> {
  if (config.storageUrl === null && !existsSync(filesFolder(config))) return
  const place = describeStorage(config, await openStorageForReading(config, takeTemporaryLock))
  const isOnPostgres = secrets.databaseUrl !== null
  if (!isOnPostgres && !(await hasDatabaseFile(config.data))) {
    requireNeverOnPostgres(config.data)
    return await requireNoFiles(place)
  }
  await using snapshot = await openSnapshot(findDatabase(config, secrets))
  await compareIds(place, snapshot.reads, { isShared: isOnPostgres })
}
