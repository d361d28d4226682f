import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { MigrationObserver } from '../migrated.ts'
import { beforeEachMigration } from '../migrations/before-each.ts'
import { requireKnownSchema } from '../migrations/known-schema.ts'
import type { Tables } from '../tables.ts'

export interface MigrationOptions extends MigrationObserver {
  /** By name. */
  migrations: Record<string, Migration>
  /** Called in the transaction of the migrations of an existing database; may refuse them with an error. */
  beforeMigration?: ((tx: Kysely<Tables>) => Promise<void>) | undefined
}

/**
 * Applies the missing migrations in one transaction. Nodes that start at the same time wait for the first one, which
 * takes an advisory lock.
 * @throws CatalogError kind `unavailable` if another version of the program created the database
 */
export async function migrate(
  db: Kysely<Tables>,
  { migrations, beforeMigration, onMigrationStep, onMigrated }: MigrationOptions,
): Promise<void> {
  const known = Object.keys(migrations)
  const applied = await listApplied(db)
  if (isDeepStrictEqual(applied, known)) return
  requireKnownSchema(applied, known)
  const from = applied.at(-1) ?? null
  const pending = from === null ? [] : known.slice(applied.length)
  const steps = beforeEachMigration<Tables>(migrations, pending, async (step, tx) => {
    if (step.number === 1) await beforeMigration?.(tx)
    onMigrationStep?.(step)
  })
  const provider = { getMigrations: async () => steps }
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) {
    // Another node may have applied later migrations in the meantime.
    requireKnownSchema(await listApplied(db), known)
    throw error
  }
  const names = results.map(({ migrationName }) => migrationName)
  const to = names.at(-1)
  if (to !== undefined) onMigrated?.({ from, to, applied: names, copy: null })
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
