import { CatalogError } from '../base/errors.ts'
import type { DatabaseAddress } from './database-address.ts'
import type { Migrated } from './migrated.ts'
import type { Migrating, Migrations } from './postgres/migrate-database.ts'

/** The migrations of a PostgreSQL database, without opening the catalog. Loads the client of PostgreSQL on first use. */
export async function readMigrations(url: string): Promise<Migrations> {
  const postgres = await import('./postgres/migrate-database.ts')
  return await postgres.readMigrations(url)
}

/** Applies the pending migrations of a PostgreSQL database. */
export async function migratePostgres(url: string, program: Migrating): Promise<Migrated> {
  const postgres = await import('./postgres/migrate-database.ts')
  return await postgres.migrateDatabase(url, program)
}

/**
 * Refuses a database that a later version has expanded, for what needs to know all that is stored.
 * @throws CatalogError kind `unsupported`
 */
export async function refuseExpanded(address: DatabaseAddress): Promise<void> {
  if (address.engine !== 'postgres') return
  const { later } = await readMigrations(address.url)
  if (later.length === 0) return
  const message = `A later version of catalog has expanded the database (${later.join(', ')}), and this version does not know what it stores there.`
  throw new CatalogError('unsupported', message, { hint: 'Use the version of the newest server.' })
}
