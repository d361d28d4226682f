import type { Migrated } from '../migrated.ts'
import { CatalogError } from '../../base/errors.ts'
import { getDatabaseSize } from './copy-database.ts'
import { migrations as standardMigrations } from './migrations/index.ts'
import { openStore, type StoreOptions } from './open-store.ts'
import { listPendingMigrations, readSchema } from './schema.ts'
import { isServed } from './serve-lock.ts'
import { toUnusableFileError } from './storage-errors.ts'

type Database = Pick<StoreOptions, 'file' | 'migrations'>

export interface MigrationState {
  /** The newest migration that was applied. */
  schema: string
  /** Migrations of this version that were not applied. */
  pending: string[]
  /** Size of the copy that is made before they are applied, in bytes. */
  copyBytes: number
}

/**
 * Reads which migrations a database lacks. Changes nothing.
 * @throws CatalogError kind `unavailable` if another version of the program made the database, or if it cannot be read
 */
export function readMigrationState({ file, migrations }: Database): MigrationState {
  try {
    const pending = listPendingMigrations(file, namesOf(migrations))
    return { schema: readSchema(file).at(-1) ?? '', pending, copyBytes: getDatabaseSize(file) }
  } catch (error) {
    throw toUnusableFileError(file, error) ?? error
  }
}

/**
 * Applies the pending migrations after copying the database. The caller holds the serve lock.
 * @throws the errors of `readMigrationState`; CatalogError kind `unavailable` if the database cannot be copied
 */
export async function migrateDatabase(options: StoreOptions): Promise<Migrated> {
  const { schema, pending } = readMigrationState(options)
  let migrated: Migrated = { from: schema, to: schema, applied: [], copy: null }
  if (pending.length === 0) return migrated
  const onMigrated = (done: Migrated): void => void (migrated = done)
  await using _store = await openStore({ ...options, onMigrated })
  return migrated
}

/**
 * Refuses to migrate a database under a running server, which knows only the former schema.
 * @throws CatalogError kind `busy`
 */
export function refuseMigrationWhileServed(data: string): void {
  if (!isServed(data)) return
  throw new CatalogError(
    'busy',
    `The server running on ${data} is of an earlier version, and this version must migrate its database first. Stop the server, run this command, and start the new version.`,
  )
}

function namesOf(migrations: StoreOptions['migrations'] = standardMigrations): string[] {
  return Object.keys(migrations)
}
