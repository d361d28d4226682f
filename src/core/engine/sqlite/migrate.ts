import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { CatalogError } from '../../errors.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from '../../db/tables.ts'

/**
 * Applies the missing migrations in one transaction.
 * @throws CatalogError kind `unavailable` if another version of the program created the database
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  if (await isUpToDate(db)) return
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  if (!(await hasUnknownMigration(db))) throw error
  throw new CatalogError(
    'unavailable',
    'The data directory was created by another version of catalog, with another database schema. Install that version, or use another directory.',
    { cause: error },
  )
}

/** The migrator itself would first read the columns of every table. */
async function isUpToDate(db: Kysely<Tables>): Promise<boolean> {
  const history = await db
    .withTables<{ sqlite_schema: { name: string } }>()
    .selectFrom('sqlite_schema')
    .select('name')
    .where('name', '=', 'kysely_migration')
    .executeTakeFirst()
  if (!history) return false
  const applied = await listApplied(db)
  return isDeepStrictEqual(applied, Object.keys(migrations))
}

async function hasUnknownMigration(db: Kysely<Tables>): Promise<boolean> {
  const applied = await listApplied(db)
  return applied.some((name) => !(name in migrations))
}

async function listApplied(db: Kysely<Tables>): Promise<string[]> {
  const applied = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return applied.map(({ name }) => name)
}
