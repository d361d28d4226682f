import type { Kysely } from 'kysely'
import type { EngineName } from '../per-engine.ts'
import { runStatements } from './run-statements.ts'
import { schemaChanges } from './index.ts'
import type { PhasedMigration, SchemaChange } from './schema-change.ts'

/**
 * Builds the migrations of one engine, by name.
 * @param getStatements returns the statements of the common part in SQL of the engine
 */
export function toMigrations(
  engine: EngineName,
  getStatements: (change: SchemaChange) => readonly string[],
): Record<string, PhasedMigration> {
  const up = async (db: Kysely<unknown>, change: SchemaChange): Promise<void> => {
    await change[engine]?.before?.(db)
    await runStatements(db, getStatements(change))
    await change[engine]?.after?.(db)
  }
  return Object.fromEntries(
    Object.entries(schemaChanges).map(([name, change]) => [
      name,
      { up: (db: Kysely<unknown>) => up(db, change), phase: change.phase },
    ]),
  )
}
