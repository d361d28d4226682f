import Database from 'better-sqlite3'
import { notADatabase, requireKnownSchema } from '../migrations/known-schema.ts'
import { migrations } from './migrations/index.ts'

/**
 * Reads the names of the migrations that were applied to a database file, in their order.
 * @throws the error of SQLite if the file is no catalog
 */
export function readSchema(file: string): string[] {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare<[], string>('select name from kysely_migration order by name').pluck().all()
  } finally {
    db.close()
  }
}

/**
 * Requires the schema of a catalog that this version of the program can open.
 * @throws CatalogError kind `unavailable` if the file has no schema, or that of another version
 */
export function requireCatalogSchema(
  applied: readonly string[],
  known: readonly string[] = Object.keys(migrations),
): void {
  if (applied.length === 0) throw notADatabase()
  requireKnownSchema(applied, known)
}

/**
 * Lists the migrations that were not applied to a database file.
 * @param known names of all migrations; those of this version by default
 * @throws CatalogError kind `unavailable` if another version of the program made the database
 */
export function listPendingMigrations(
  file: string,
  known: readonly string[] = Object.keys(migrations),
): string[] {
  const applied = readSchema(file)
  requireCatalogSchema(applied, known)
  return known.slice(applied.length)
}
