import { existsSync } from 'node:fs'
import type { Config, Secrets } from '../config/config.ts'
import { databasePath, requireDatabaseFile } from '../storage/disk/data-folder.ts'
import { readMigrations } from '../database/postgres-migrations.ts'
import { CatalogError, notFound } from '../base/errors.ts'

/** Location of a catalog. */
export interface CatalogPlace {
  config: Pick<Config, 'data'>
  secrets: Pick<Secrets, 'databaseUrl'>
}

/**
 * Requires a catalog, in the data directory or in the PostgreSQL database. Creates nothing.
 * @throws CatalogError kind `not_found` if there is none, `unavailable` if the database cannot be reached
 */
export async function requireCatalog({ config, secrets }: CatalogPlace): Promise<void> {
  if (secrets.databaseUrl === null) return await requireDatabaseFile(config.data)
  if (await hasDatabase({ config, secrets })) return
  throw notFound(
    'There is no catalog in the database of CATALOG_DATABASE_URL. Create one with: catalog admin init',
  )
}

/** Whether the database exists, even if it is damaged. */
export async function hasDatabase({ config, secrets }: CatalogPlace): Promise<boolean> {
  if (secrets.databaseUrl === null) return existsSync(databasePath(config.data))
  return (await readMigrations(secrets.databaseUrl)).applied.length > 0
}

/**
 * Refuses PostgreSQL, for what works on the files of SQLite.
 * @param instead what does the same for PostgreSQL
 * @throws CatalogError kind `unsupported`
 */
export function requireSqlite({ secrets }: Pick<CatalogPlace, 'secrets'>, instead: string): void {
  if (secrets.databaseUrl === null) return
  throw new CatalogError(
    'unsupported',
    `The catalog is in the PostgreSQL database of CATALOG_DATABASE_URL, and this works on SQLite only. ${instead}`,
  )
}
