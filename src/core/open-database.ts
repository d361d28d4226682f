import { databasePath } from './data-folder.ts'
import type { Store } from './db/store.ts'
import { openStore as openPostgres } from './engine/postgres/open-store.ts'
import { openStore as openSqlite, type StoreOptions } from './engine/sqlite/open-store.ts'
import type { Config } from './config.ts'
import type { DatabaseAddress } from './db/database-address.ts'

/** The database of a catalog. */
export interface Database extends AsyncDisposable {
  readonly store: Store
  /** Where threads open it. */
  readonly address: DatabaseAddress
  /** The SQLite database that searches read: the database itself, or a copy of its searchable part. */
  readonly searchable: StoreOptions
  /** Brings the copy up to date. */
  readonly refreshSearchable: () => Promise<void>
}

export interface DatabaseOptions {
  /** Address of a PostgreSQL database; null for SQLite in the data directory. */
  url: string | null
  /** Called before an existing database is migrated; may refuse it with an error. */
  beforeMigration?: (() => void) | undefined
}

/** Opens, creates and migrates the database. The only place that chooses the engine. */
export async function openDatabase(
  config: Pick<Config, 'data' | 'spatialite'>,
  { url, beforeMigration }: DatabaseOptions,
): Promise<Database> {
  const file = { file: databasePath(config.data), spatialite: config.spatialite }
  if (url === null) {
    const store = await openSqlite({ ...file, beforeMigration })
    return {
      store,
      address: { engine: 'sqlite', ...file },
      searchable: file,
      refreshSearchable: async () => {},
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    }
  }
  const store = await openPostgres({ url })
  return {
    store,
    address: { engine: 'postgres', url },
    searchable: file,
    refreshSearchable: async () => {},
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
