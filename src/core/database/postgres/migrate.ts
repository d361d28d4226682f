import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { CatalogError } from '../../base/errors.ts'
import type { MigrationObserver } from '../migrated.ts'
import { requireKnownSchema } from '../migrations/known-schema.ts'
import type { PhasedMigration } from '../migrations/schema-change.ts'
import type { Tables } from '../tables.ts'
import { isBusy } from './errors.ts'
import { planMigrations, type MigrationPlan, type PendingMigration } from './plan-migrations.ts'
import {
  hasTable,
  listRunningNodes,
  lockRunningNodes,
  nodesRunning,
  type MigratingProgram,
} from './running-nodes.ts'
import { lockWriters } from './writer-lock.ts'

export interface MigrationOptions extends MigratingProgram, MigrationObserver {
  /** By name. */
  migrations: Readonly<Record<string, PhasedMigration>>
}

/**
 * Maximum wait of a migration beside running nodes for a table that a transaction reads. Requests wait behind it meanwhile,
 * also those that read the tables which it has changed before.
 */
const LOCK_TIMEOUT_MS = 500
/** After its `deadlock_timeout` of a second, PostgreSQL cancels an autovacuum that is in the way. The last attempts wait for that. */
const PATIENT_LOCK_TIMEOUT_MS = 1200
const PATIENT_ATTEMPTS = 5
const RETRY_MS = 1000
const MAX_RETRIES = 40
/** A program that is suspended in its transaction would keep all nodes from writing. */
const IDLE_TIMEOUT_MS = 10_000

/**
 * Applies the missing migrations that the program needs, and contractions on request, as far as the running nodes allow, in
 * one transaction. Programs that start at the same time wait for each other, and so do writes.
 * @throws CatalogError kind `unavailable` if the database has the schema of another version of the program; `busy` if it needs
 *   migrations that running nodes forbid, or if long transactions hold the tables
 */
export async function migrate(db: Kysely<Tables>, options: MigrationOptions): Promise<void> {
  const { pending } = await readSchema(db, options.migrations)
  if (pending.length === 0) return
  for (let retries = 0; ; retries += 1) {
    try {
      const plan = await planNow(db, pending, options)
      const isPatient = retries > MAX_RETRIES - PATIENT_ATTEMPTS
      const lockTimeoutMs = isPatient ? PATIENT_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS
      if (plan.ready.length > 0) return await applyReady(db, { ...options, lockTimeoutMs })
      return options.onMigrationsWait?.(plan)
    } catch (error) {
      if (!isBusy(error)) throw error
      if (retries === MAX_RETRIES) throw tablesInUse(error)
    }
    await pause(RETRY_MS)
  }
}

/** Migrations of a database, by name and in their order. */
export interface Schema {
  /** Also those of later versions of the program. */
  applied: string[]
  /** Those that the program knows and the database lacks. */
  pending: PendingMigration[]
  /** The applied expansions of later versions. */
  later: string[]
}

/**
 * Reads which of the known migrations a database has and lacks.
 * @throws CatalogError kind `unavailable` if it has the schema of another version of the program
 */
export async function readSchema(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, PhasedMigration>>,
): Promise<Schema> {
  const known = Object.keys(migrations)
  const applied = await listApplied(db)
  const later = applied.slice(known.length)
  requireKnownSchema(applied, known, later.length > 0 ? await listExpansions(db) : undefined)
  const pending = known.slice(applied.length)
  return {
    applied,
    pending: pending.map((name) => ({ name, phase: migrations[name]?.phase })),
    later,
  }
}

/** Lists the applied migrations; none if the database is new. */
export async function listApplied(db: Kysely<Tables>): Promise<string[]> {
  return (await hasTable(db, 'kysely_migration')) ? await listNames(db, 'kysely_migration') : []
}

async function listExpansions(db: Kysely<Tables>): Promise<Set<string> | undefined> {
  return (await hasTable(db, 'expansion')) ? new Set(await listNames(db, 'expansion')) : undefined
}

async function listNames(db: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

/** @throws CatalogError kind `busy` if running nodes forbid what the program needs */
async function planNow(
  db: Kysely<Tables>,
  pending: readonly PendingMigration[],
  { force = false, contract = force, ...program }: MigratingProgram,
): Promise<MigrationPlan> {
  const nodes = force ? [] : await listRunningNodes(db, program)
  const plan = planMigrations(pending, nodes, { contract })
  if (!plan.isUsable) throw nodesRunning(plan.waitsFor)
  return plan
}

interface ApplyOptions extends MigrationOptions {
  lockTimeoutMs: number
}

async function applyReady(db: Kysely<Tables>, options: ApplyOptions): Promise<void> {
  // Each statement has to see what was committed while the transaction waited for its locks.
  const transaction = db.transaction().setIsolationLevel('read committed')
  const { from, plan } = await transaction.execute((tx) => applyIn(tx, options))
  const { ready, waiting } = plan
  const to = ready.at(-1)
  if (to !== undefined) options.onMigrated?.({ from, to, applied: ready, copy: null })
  if (waiting.length > 0) options.onMigrationsWait?.(plan)
}

/**
 * Nodes that start meanwhile wait for the end of the transaction before they announce themselves.
 * @returns the newest migration before, null if the database was new, and what was applied
 */
async function applyIn(
  tx: Kysely<Tables>,
  options: ApplyOptions,
): Promise<{ from: string | null; plan: MigrationPlan }> {
  const { migrations, onMigrationStep, lockTimeoutMs } = options
  await lockWriters(tx)
  const { applied, pending } = await readSchema(tx, migrations)
  await lockRunningNodes(tx)
  const plan = await planNow(tx, pending, options)
  const from = applied.at(-1) ?? null
  const count = plan.ready.length
  if (pending.slice(0, count).every(({ phase }) => phase !== undefined)) {
    await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(tx)
    await sql.raw(`set local idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`).execute(tx)
  }
  for (const [index, migration] of plan.ready.entries()) {
    if (from !== null) onMigrationStep?.({ migration, number: index + 1, count })
    await apply(tx, migration, migrations[migration])
  }
  return { from, plan }
}

/** The table of kysely's migrator, which earlier versions used. */
const CREATE_HISTORY = `create table if not exists kysely_migration (
  name varchar(255) primary key, timestamp varchar(255) not null)`

async function apply(
  tx: Kysely<Tables>,
  name: string,
  migration: PhasedMigration | undefined,
): Promise<void> {
  await sql.raw(CREATE_HISTORY).execute(tx)
  await migration?.up(tx)
  const time = new Date().toISOString()
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${time})`.execute(tx)
  if (migration?.phase === 'expand')
    await sql`insert into expansion (name) values (${name})`.execute(tx)
}

function tablesInUse(cause: unknown): CatalogError {
  return new CatalogError(
    'busy',
    'The database has to be migrated, but long transactions use its tables.',
    {
      hint: 'Wait for the end of dumps, exports, backups and vacuums, and try again. The view pg_stat_activity of PostgreSQL lists transactions.',
      cause,
    },
  )
}
