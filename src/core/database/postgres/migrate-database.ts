import type { Kysely } from 'kysely'
import type { Migrated, MigrationObserver, SchemaPhase } from '../migrated.ts'
import type { PhasedMigration } from '../migrations/schema-change.ts'
import type { Tables } from '../tables.ts'
import { connect } from './connect.ts'
import { toStorageError } from './errors.ts'
import { migrate, readSchema, type Schema } from './migrate.ts'
import { migrations as standardMigrations } from './migrations/index.ts'
import { findPhase, planMigrations, type MigrationPlan } from './plan-migrations.ts'
import { listRunningNodes, type MigratingProgram, type RunningNode } from './running-nodes.ts'

/** The migrations of a database, the plan for those that it lacks, and the nodes. */
export interface Migrations extends Omit<Schema, 'pending'>, Pick<MigrationPlan, 'waitsFor'> {
  /** Those of this version that were not applied. */
  pending: string[]
  phase: SchemaPhase
  /** The nodes that run on the database, except for silent ones. */
  nodes: RunningNode[]
}

/**
 * Reads which migrations a database has and lacks. Changes nothing.
 * @throws CatalogError kind `unavailable` if it cannot be reached, or if another version of the program created it
 */
export async function readMigrations(url: string): Promise<Migrations> {
  return await withConnection(url, async (db) => {
    const { applied, pending, later } = await readSchema(db, standardMigrations)
    const all = await listRunningNodes(db)
    const plan = planMigrations(pending, all, { contract: true })
    const { waitsFor } = plan
    const phase = findPhase(pending, plan)
    const nodes = all.filter(isHeard)
    return { applied, pending: pending.map(({ name }) => name), later, waitsFor, phase, nodes }
  })
}

/** A program that migrates a database, with an observer of the steps. */
export interface Migrating
  extends MigratingProgram, Pick<MigrationObserver, 'onMigrationStep' | 'onMigrationsWait'> {
  /** By name; those of this version by default. */
  migrations?: Readonly<Record<string, PhasedMigration>> | undefined
}

/**
 * Applies the pending migrations of an existing database, as far as the running nodes allow.
 * @throws the errors of `readMigrations`; CatalogError kind `busy` if other nodes forbid what the program needs
 */
export async function migrateDatabase(
  url: string,
  { migrations = standardMigrations, ...program }: Migrating,
): Promise<Migrated> {
  return await withConnection(url, async (db) => {
    const { applied } = await readSchema(db, migrations)
    const newest = applied.at(-1) ?? ''
    let migrated: Migrated = { from: newest, to: newest, applied: [], copy: null }
    const onMigrated = (done: Migrated): void => void (migrated = done)
    await migrate(db, { ...program, migrations, onMigrated })
    return migrated
  })
}

/** Lists the nodes that run on a database, except for silent ones. */
export async function readRunningNodes(url: string): Promise<RunningNode[]> {
  const nodes = await withConnection(url, (db) => listRunningNodes(db))
  return nodes.filter(isHeard)
}

function isHeard({ isSilent }: RunningNode): boolean {
  return !isSilent
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
