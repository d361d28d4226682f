import { CompiledQuery, type ControlledTransaction, type Kysely } from 'kysely'
import type { MigrationObserver } from '../migrated.ts'
import type { PhasedMigration } from '../migrations/schema-change.ts'
import type { Reads, Store } from '../store.ts'
import type { Tables } from '../tables.ts'
import { createDeferredWrites } from '../deferred-writes.ts'
import { createGroupCommit, type Writer } from '../group-commit.ts'
import { connect, READ_CONNECTIONS } from './connect.ts'
import { isBusy, toStorageError } from './errors.ts'
import { migrate } from './migrate.ts'
import { migrations as standardMigrations } from './migrations/index.ts'
import { openLockedSnapshot } from './open-snapshot.ts'
import type { MigratingProgram } from './running-nodes.ts'
import { WRITER_LOCK } from './writer-lock.ts'

export interface PostgresOptions extends StoreOptions {
  /** Address of the database: `postgres://user@host/name`. */
  url: string
  /** The most connections for reads; 10 by default. */
  connections?: number
}

export interface StoreOptions extends MigratingProgram, MigrationObserver {
  /** Longest wait of a write for another node that holds the database; 5000 by default. */
  busyTimeoutMs?: number
  /** Time after which no more writes join a running group; 10 by default. */
  maxGroupMs?: number
  /** Migrations by name; those of this version by default. */
  migrations?: Readonly<Record<string, PhasedMigration>>
}

export interface StoreConnections {
  /** A single connection, for writes. */
  writing: Kysely<Tables>
  reading: Kysely<Tables>
}

const BUSY_TIMEOUT_MS = 5000
const MAX_GROUP_MS = 10

/** A node that is suspended in the middle of a write must not hold the others up for longer. */
const MAX_PAUSE_SECONDS = 10

/**
 * Connects to the database and applies migrations.
 * @throws CatalogError kind `unavailable` if it cannot be reached, or if another version with another schema created it;
 *   `busy` if it needs a migration that other running nodes forbid
 */
export async function openStore(options: PostgresOptions): Promise<Store> {
  const { url, connections = READ_CONNECTIONS } = options
  return createStore({ writing: connect(url, 1), reading: connect(url, connections) }, options)
}

/** Applies migrations to the database of these connections, which are closed with the store. */
export async function createStore(
  { writing, reading }: StoreConnections,
  options: StoreOptions,
): Promise<Store> {
  const { busyTimeoutMs = BUSY_TIMEOUT_MS, maxGroupMs = MAX_GROUP_MS } = options
  const { migrations = standardMigrations } = options
  try {
    await migrate(writing, { ...options, migrations })
  } catch (error) {
    await Promise.all([writing.destroy(), reading.destroy()])
    throw toStorageError(error) ?? error
  }
  const writer = createWriter(writing, busyTimeoutMs)
  const writes = createGroupCommit({ writer, busyTimeoutMs, maxGroupMs })
  return {
    reads: reading as unknown as Reads,
    readVersion: () => readVersion(reading),
    ...createDeferredWrites(writes),
    snapshot: () => openLockedSnapshot(reading),
    async [Symbol.asyncDispose]() {
      await writes.waitUntilIdle()
      await Promise.all([writing.destroy(), reading.destroy()])
    },
  }
}

/** The visible transactions: equal exactly as long as nothing is committed. */
async function readVersion(reads: Kysely<Tables>): Promise<string> {
  const { rows } = await reads.executeQuery<{ version: string }>(SELECT_VERSION)
  return rows[0]?.version ?? ''
}

const SELECT_VERSION = CompiledQuery.raw('select pg_current_snapshot()::text as version')

/**
 * A write transaction holds one lock, so that the nodes write one after another: the change log grows in the order of
 * the commits, counters never deadlock, and an action reads what it then writes.
 */
function createWriter(writing: Kysely<Tables>, busyTimeoutMs: number): Writer {
  // PostgreSQL takes 0 as no limit.
  const lockTimeoutMs = Math.max(busyTimeoutMs, 1)
  const execute = async (tx: Kysely<Tables>, statements: string): Promise<void> =>
    void (await tx.executeQuery(CompiledQuery.raw(statements)))
  const begin = async (): Promise<ControlledTransaction<Tables>> => {
    // Whatever the default of the database, a transaction has to read what others committed while it waited.
    const tx = await writing.startTransaction().setIsolationLevel('read committed').execute()
    try {
      await execute(
        tx,
        `set local lock_timeout = ${lockTimeoutMs};
        set local idle_in_transaction_session_timeout = '${MAX_PAUSE_SECONDS}s';
        select pg_advisory_xact_lock(${WRITER_LOCK})`,
      )
      return tx
    } catch (error) {
      await tx
        .rollback()
        .execute()
        .catch(() => undefined)
      throw error
    }
  }
  const checkConstraints = 'set constraints all immediate;'
  return { begin, execute, checkConstraints, isOpen: () => true, isBusy, toStorageError }
}
