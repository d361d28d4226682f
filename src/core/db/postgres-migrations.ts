import type { Migrations } from '../engine/postgres/migrate-database.ts'

/** The migrations of a PostgreSQL database, without opening the catalog. Loads the client of PostgreSQL on first use. */
export async function readMigrations(url: string): Promise<Migrations> {
  const postgres = await import('../engine/postgres/migrate-database.ts')
  return await postgres.readMigrations(url)
}

/** Applies the pending migrations of a PostgreSQL database. @returns their names */
export async function migratePostgres(url: string): Promise<string[]> {
  const postgres = await import('../engine/postgres/migrate-database.ts')
  return await postgres.migrateDatabase(url)
}
