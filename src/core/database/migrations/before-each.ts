import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationStep } from '../migrated.ts'

/** Runs `before` in the transaction of each pending migration, before the migration itself. */
export function beforeEachMigration<Tables>(
  migrations: Record<string, Migration>,
  pending: readonly string[],
  before: (step: MigrationStep, tx: Kysely<Tables>) => Promise<void> | void,
): Record<string, Migration> {
  const count = pending.length
  const wrapped = pending.map((name, index) => {
    const up = async (tx: Kysely<Tables>): Promise<void> => {
      await before({ migration: name, number: index + 1, count }, tx)
      await migrations[name]?.up(tx)
    }
    return [name, { up }] as const
  })
  return { ...migrations, ...Object.fromEntries(wrapped) }
}
