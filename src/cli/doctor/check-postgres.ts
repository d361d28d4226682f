import { CatalogError } from '../../core/base/errors.ts'
import { createResults, type CheckResult } from './check-result.ts'

/**
 * Checks the connection to PostgreSQL, and the schema. Shows no password.
 * @param readMigrations reads the names of the migrations
 */
export async function checkPostgres(
  url: string,
  readMigrations: (url: string) => Promise<{ applied: string[]; pending: string[] }>,
): Promise<CheckResult> {
  const { ok, note, warning, error } = createResults('database')
  const { hostname, pathname } = new URL(url)
  const name = `PostgreSQL database ${pathname.slice(1)} on ${hostname || 'this computer'}`
  try {
    const { applied, pending } = await readMigrations(url)
    if (applied.length === 0) return note(`${name} is empty.`, 'catalog serve creates the schema.')
    if (pending.length === 0) return ok(`${name}, schema ${applied.at(-1)}`)
    return warning(`${name} lacks ${pending.length} migrations.`, 'Run: catalog admin migrate up')
  } catch (failure) {
    if (!(failure instanceof CatalogError)) throw failure
    return error(`${name}: ${failure.message}`, 'Check CATALOG_DATABASE_URL and the server.')
  }
}
