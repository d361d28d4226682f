import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { CatalogError } from '../../errors.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from '../../db/tables.ts'

/**
 * Brings the database to today's schema, in one transaction.
 * @throws CatalogError kind `unavailable` when a newer version of the program made the database
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  if (!(await hasUnknownMigration(db))) throw error
  throw new CatalogError(
    'unavailable',
    'The data directory was made by a newer version of catalog. Install that version, or use another directory.',
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
