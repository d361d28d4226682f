import Database from 'better-sqlite3'
import { sql } from 'kysely'
import type { Reads } from '../store.ts'
import { openConnection } from './connection.ts'
import { toUnusableFileError } from './storage-errors.ts'

const MAX_PROBLEMS = 3

/** Versions of the libraries that read the database. */
export function readVersions(reads: Reads): Promise<{ sqlite: string; spatialite: string }> {
  return reads
    .selectNoFrom([
      sql<string>`sqlite_version()`.as('sqlite'),
      sql<string>`spatialite_version()`.as('spatialite'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Returns the first problems that `PRAGMA quick_check` finds in a database file, or undefined if there are none.
 * @throws CatalogError kind `unavailable` if the file or its disk cannot be used
 */
export function findDatabaseDamage(file: string): string | undefined {
  try {
    const db = new Database(file, { readonly: true })
    try {
      const found = db.pragma(`quick_check(${MAX_PROBLEMS})`) as { quick_check: string }[]
      const problems = found.map((row) => row.quick_check.replaceAll(/\s+/g, ' ').trim())
      return problems.join() === 'ok' ? undefined : problems.join('; ')
    } finally {
      db.close()
    }
  } catch (error) {
    const unusable = toUnusableFileError(file, error)
    if (unusable && unusable.details.code !== 'database_damaged') throw unusable
    return (error as Error).message
  }
}

/**
 * Checks a database thoroughly: pages, indices, constraints (`PRAGMA integrity_check`) and foreign keys. Takes about as
 * long as to read it several times, and blocks the event loop.
 * @returns the first problems; none if it is intact
 */
export function findIntegrityProblems(
  file: string,
  spatialite: string | null | undefined,
): string[] {
  const db = openConnection({ file, readonly: true, spatialite })
  try {
    const found = db.pragma(`integrity_check(${MAX_PROBLEMS})`) as { integrity_check: string }[]
    const problems = found.map((row) => row.integrity_check).filter((text) => text !== 'ok')
    const references = db.pragma('foreign_key_check') as { table: string; parent: string }[]
    const broken = references
      .slice(0, MAX_PROBLEMS)
      .map(({ table, parent }) => `a row of ${table} refers to a row of ${parent} that is missing`)
    return [...problems, ...broken]
  } catch (error) {
    return [(error as Error).message]
  } finally {
    db.close()
  }
}
