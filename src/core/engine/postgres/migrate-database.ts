import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { connect } from './connect.ts'
import { toStorageError } from './errors.ts'
import { listApplied, migrate, requireKnown } from './migrate.ts'
import { migrations } from './migrations/index.ts'

/** The names of migrations, in their order. */
export interface Migrations {
  applied: string[]
  /** Those of this version that were not applied. */
  pending: string[]
}

/**
 * Reads which migrations a database has and lacks. Changes nothing.
 * @throws CatalogError kind `unavailable` if it cannot be reached, or if another version of the program created it
 */
export async function readMigrations(url: string): Promise<Migrations> {
  return await withConnection(url, listMigrations)
}

/**
 * Applies the pending migrations.
 * @returns their names
 * @throws the errors of `readMigrations`
 */
export async function migrateDatabase(url: string): Promise<string[]> {
  return await withConnection(url, async (db) => {
    const { pending } = await listMigrations(db)
    await migrate(db, migrations)
    return pending
  })
}

async function listMigrations(db: Kysely<Tables>): Promise<Migrations> {
  const known = Object.keys(migrations)
  const applied = await listApplied(db)
  requireKnown(applied, known)
  return { applied, pending: known.slice(applied.length) }
}

async function withConnection<T>(
  url: string,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const db = connect(url, 1)
  try {
    return await work(db)
  } catch (error) {
    throw toStorageError(error) ?? error
  } finally {
    await db.destroy()
  }
}
