import type { Migrating, Migrations } from './postgres/migrate-database.ts'
import type { Migrated } from './migrated.ts'

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
