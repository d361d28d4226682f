import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { CatalogError } from '../../errors.ts'
import type { Tables } from '../../db/tables.ts'

/**
 * Applies the missing migrations in one transaction. Nodes that start at the same time wait for the first one, which
 * takes an advisory lock.
 * @throws CatalogError kind `unavailable` if another version of the program created the database
 */
export async function migrate(
  db: Kysely<Tables>,
  migrations: Record<string, Migration>,
): Promise<void> {
  const known = Object.keys(migrations)
  const applied = await listApplied(db)
  if (isDeepStrictEqual(applied, known)) return
  requireKnown(applied, known)
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  // Another node may have applied later migrations in the meantime.
  requireKnown(await listApplied(db), known)
  throw error
}

/** @throws CatalogError kind `unavailable` if another version of the program applied one of the migrations */
export function requireKnown(applied: readonly string[], known: readonly string[]): void {
  if (applied.every((name, index) => name === known[index])) return
  throw new CatalogError(
    'unavailable',
    'The database was created by another version of catalog, with another schema. Install that version, or use another database.',
  )
}

/** Lists the applied migrations; none if the database is new. */
export async function listApplied(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ history: string | null }>`
    select to_regclass('kysely_migration')::text as history`.execute(db)
  if (!rows[0]?.history) return []
  const applied = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return applied.map(({ name }) => name)
}
