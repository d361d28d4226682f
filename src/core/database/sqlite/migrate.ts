import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { backUpBeforeMigration, copyPath } from './back-up-before-migration.ts'
import { migrations as standardMigrations } from './migrations/index.ts'
import type { MigrationObserver, MigrationStep } from '../migrated.ts'
import { requireKnownSchema } from '../migrations/known-schema.ts'
import type { Tables } from '../tables.ts'

export interface MigrationOptions extends MigrationObserver {
  /** Path of the database. */
  file: string
  /** By name; those of this version by default. */
  migrations?: Record<string, Migration> | undefined
  /** Called before an existing database is migrated; may refuse it with an error. */
  beforeMigration?: (() => void) | undefined
}

/**
 * Applies the missing migrations in one transaction. Copies an existing database first.
 * @throws CatalogError kind `unavailable` if another version of the program created the database, or if it cannot be copied
 */
export async function migrate(
  db: Kysely<Tables>,
  { file, migrations = standardMigrations, ...options }: MigrationOptions,
): Promise<void> {
  const known = Object.keys(migrations)
  const applied = await listApplied(db)
  if (isDeepStrictEqual(applied, known)) return
  requireKnownSchema(applied, known)
  const pending = known.slice(applied.length)
  const { beforeMigration, onMigrationStep, onMigrated } = options
  let copy: string | null = null
  let steps = migrations
  if (applied.length > 0) {
    beforeMigration?.()
    onMigrationStep?.({ migration: null, number: 0, count: pending.length })
    copy = await copyBefore(file, pending)
    steps = observeSteps(migrations, pending, onMigrationStep)
  }
  const names = await applyMigrations(db, steps)
  const to = names.at(-1)
  if (to !== undefined) onMigrated?.({ from: applied.at(-1) ?? null, to, applied: names, copy })
}

/** Calls `onMigrationStep` in the transaction of each pending migration, before the migration itself. */
function observeSteps(
  migrations: Record<string, Migration>,
  pending: readonly string[],
  onMigrationStep?: (step: MigrationStep) => void,
): Record<string, Migration> {
  const count = pending.length
  const observed = pending.map((name, index) => {
    const up: Migration['up'] = async (tx) => {
      onMigrationStep?.({ migration: name, number: index + 1, count })
      await migrations[name]?.up(tx)
    }
    return [name, { up }] as const
  })
  return { ...migrations, ...Object.fromEntries(observed) }
}

/** @returns the path of the copy */
async function copyBefore(file: string, pending: readonly string[]): Promise<string | null> {
  const [first, ...others] = pending
  if (first === undefined) return null
  await backUpBeforeMigration(file, [first, ...others])
  return copyPath(file, first)
}

/** @returns the names of those that were applied */
async function applyMigrations(
  db: Kysely<Tables>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const provider = { getMigrations: async () => migrations }
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return results.map(({ migrationName }) => migrationName)
  // Another process may have applied later migrations in the meantime.
  requireKnownSchema(await listApplied(db), Object.keys(migrations))
  throw error
}

/** Lists the applied migrations; none if the database is new. The migrator itself would read the columns of every table. */
async function listApplied(db: Kysely<Tables>): Promise<string[]> {
  const history = await db
    .withTables<{ sqlite_schema: { name: string } }>()
    .selectFrom('sqlite_schema')
    .select('name')
    .where('name', '=', 'kysely_migration')
    .executeTakeFirst()
  if (!history) return []
  const applied = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return applied.map(({ name }) => name)
}
