import Database from 'better-sqlite3'
import { CatalogError, MOVE_TO_THIS_VERSION } from '../../base/errors.ts'
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
 * Requires a schema that this version of the program created or can migrate.
 * @throws CatalogError kind `unsupported`
 */
export function requireKnownSchema(
  applied: readonly string[],
  known: readonly string[] = Object.keys(migrations),
): void {
  if (applied.length > 0 && applied.every((name, index) => name === known[index])) return
  throw new CatalogError(
    'unsupported',
    `The database has the schema ${applied.at(-1) ?? '(none)'} of another version of catalog.`,
    { hint: MOVE_TO_THIS_VERSION },
  )
}

/**
 * Lists the migrations that were not applied to a database file.
 * @param known names of all migrations; those of this version by default
 * @throws CatalogError kind `unsupported` if another version of the program made the database
 */
export function listPendingMigrations(
  file: string,
  known: readonly string[] = Object.keys(migrations),
): string[] {
  const applied = readSchema(file)
  requireKnownSchema(applied, known)
  return known.slice(applied.length)
}
