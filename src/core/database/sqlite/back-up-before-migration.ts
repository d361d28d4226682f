import { renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncToDisk } from '../../storage/disk/durable-files.ts'
import { CatalogError } from '../../base/errors.ts'
import { getFreeBytes } from '../../storage/disk/free-space.ts'
import { copyDatabase, getDatabaseSize } from './copy-database.ts'
import { readSchema } from './schema.ts'

/**
 * Copies the database to `before-<migration>.sqlite` next to it, before the first pending migration. The copy is durable when this
 * resolves. If the migration fails and runs again, it replaces the copy. Nothing deletes the copy.
 * @param pending the migrations that are about to be applied
 * @throws CatalogError kind `unavailable` if the disk is too small or fails: then the database must not be migrated
 */
export async function backUpBeforeMigration(
  file: string,
  pending: readonly [string, ...string[]],
): Promise<void> {
  const folder = dirname(file)
  const target = copyPath(file, pending[0])
  const unfinished = `${target}.part`
  await requireSpace(folder, getDatabaseSize(file))
  rmSync(unfinished, { force: true })
  try {
    copyDatabase(file, unfinished)
    // Another process may have migrated the database in the meantime, and made its own copy before.
    if (readSchema(unfinished).includes(pending[0])) return
    await syncToDisk(unfinished)
    renameSync(unfinished, target)
    await syncToDisk(folder)
  } catch (error) {
    throw notMigrated(`it could not be copied to ${target} (${(error as Error).message})`, error)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Returns the path of the copy that is made before a migration. */
export function copyPath(file: string, migration: string): string {
  return join(dirname(file), `before-${migration}.sqlite`)
}

async function requireSpace(folder: string, needed: number): Promise<void> {
  const free = await getFreeBytes(folder)
  if (free >= needed) return
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
  throw notMigrated(
    `a copy of it needs ${megabytes(needed)} in ${folder}, which has ${megabytes(free)} free`,
  )
}

function notMigrated(reason: string, cause?: unknown): CatalogError {
  return new CatalogError(
    'unavailable',
    `The database must be migrated, but ${reason}. It was not changed. Free some space and start again.`,
    { cause },
  )
}
