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

async function hasUnknownMigration(db: Kysely<Tables>): Promise<boolean> {
  const applied = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return applied.some(({ name }) => !(name in migrations))
}
