import type { Kysely } from 'kysely'
import type { Migrated, MigrationObserver } from '../migrated.ts'
import type { Tables } from '../tables.ts'
import { connect } from './connect.ts'
import { toStorageError } from './errors.ts'
import { requireKnownSchema } from '../migrations/known-schema.ts'
import { listApplied, migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import {
  listRunningNodes,
  refuseUnderNodes,
  type MigratingProgram,
  type RunningNode,
} from './running-nodes.ts'

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

/** A program that migrates a database, with an observer of the steps. */
export type Migrating = MigratingProgram & Pick<MigrationObserver, 'onMigrationStep'>

/**
 * Applies the pending migrations of an existing database.
 * @throws the errors of `readMigrations`; CatalogError kind `busy` if other nodes are running
 */
export async function migrateDatabase(url: string, program: Migrating): Promise<Migrated> {
  return await withConnection(url, async (db) => {
    const { applied } = await listMigrations(db)
    const newest = applied.at(-1) ?? ''
    let migrated: Migrated = { from: newest, to: newest, applied: [], copy: null }
    const onMigrated = (done: Migrated): void => void (migrated = done)
    const { onMigrationStep } = program
    const beforeMigration = refuseUnderNodes(program)
    await migrate(db, { migrations, beforeMigration, onMigrationStep, onMigrated })
    return migrated
  })
}

/** Lists the nodes that run on a database. */
export async function readRunningNodes(url: string): Promise<RunningNode[]> {
  return await withConnection(url, (db) => listRunningNodes(db))
}

async function listMigrations(db: Kysely<Tables>): Promise<Migrations> {
  const known = Object.keys(migrations)
  const applied = await listApplied(db)
  requireKnownSchema(applied, known)
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
