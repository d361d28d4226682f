import { accessSync, constants } from 'node:fs'
import type { Database as Connection } from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { openConnection, type ConnectionOptions } from './connection.ts'
import { sqliteDialect } from './driver.ts'
import { makePrivateFile } from '../../storage/modes.ts'
import { createGroupCommit, type Writer } from '../group-commit.ts'
import { migrate } from './migrate.ts'
import { isBusy, toStorageError, toUnusableFileError } from './storage-errors.ts'
import { createDeferredWrites } from '../deferred-writes.ts'
import type { MigrationObserver } from '../migrated.ts'
import type { Query, Reads, Snapshot, Store } from '../store.ts'
import type { Tables } from '../tables.ts'

export interface StoreOptions extends MigrationObserver {
  file: string
  spatialite?: string | null
  /** Longest wait of a write for another process that holds the database; 5000 by default. */
  busyTimeoutMs?: number
  /** Migrations by name; those of this version by default. */
  migrations?: Record<string, Migration>
  /** Called before an existing database is migrated; may refuse it with an error. */
  beforeMigration?: (() => void) | undefined
  /** Time after which no more writes join a running group commit; 10 by default. */
  maxGroupMs?: number
}

const BUSY_TIMEOUT_MS = 5000
const MAX_GROUP_MS = 10

/** Longer than most commits of other processes. The rest of the wait does not block the event loop. */
const MAX_BLOCKING_MS = 2

/** Opens a read-only connection to a database that is already open. */
export function openReads(options: StoreOptions): Reads {
  const dialect = sqliteDialect(openConnection({ ...options, readonly: true }))
  return new Kysely<Tables>({ dialect }) as unknown as Reads
}

/** Opens a database that no process writes to, such as a copy. */
export function openCopy(options: StoreOptions): Snapshot {
  return createSnapshot(openConnection({ ...options, readonly: true }))
}

/**
 * Opens the database, creates it if it is missing and applies migrations.
 * @throws CatalogError kind `unavailable` if it cannot be written, or if another version with another schema created it
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { writer, connection } = await openWriter(options)
  const reading = openConnection({ ...options, readonly: true })
  const reader = new Kysely<Tables>({ dialect: sqliteDialect(reading) })
  const { busyTimeoutMs = BUSY_TIMEOUT_MS, maxGroupMs = MAX_GROUP_MS } = options
  const writes = createGroupCommit({
    writer: createWriter(writer, connection),
    busyTimeoutMs,
    maxGroupMs,
  })
  return {
    reads: reader as unknown as Reads,
    readVersion: createVersionReader(reading),
    ...createDeferredWrites(writes),
    snapshot: () => openSnapshot(options),
    async [Symbol.asyncDispose]() {
      await writes.waitUntilIdle()
      // Kysely does not close a connection without queries; its open handle would keep the write-ahead log.
      await reader.destroy()
      reading.close()
      await writer.destroy()
    },
  }
}

function createWriter(writer: Kysely<Tables>, connection: Connection): Writer {
  return {
    begin: () => writer.startTransaction().execute(),
    execute: (_, statements) => void connection.exec(statements),
    checkConstraints: '',
    isOpen: () => connection.inTransaction,
    isBusy,
    toStorageError,
  }
}

/** Every cacheable response asks for the version first, so it bypasses kysely, which costs more than the query. */
function createVersionReader(connection: Connection): Store['readVersion'] {
  const query = connection.prepare<[], number>('pragma data_version').pluck()
  return async () => query.get() ?? 0
}

async function openWriter(options: StoreOptions) {
  using stack = new DisposableStack()
  try {
    makePrivateFile(options.file)
    const connection = stack.adopt(openConnection(options), (opened) => opened.close())
    const writer = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
    await migrate(writer, options)
    connection.pragma(`busy_timeout = ${MAX_BLOCKING_MS}`)
    // SQLite opens a read-only file without an error and fails only at the first write.
    accessSync(options.file, constants.W_OK)
    stack.move()
    return { writer, connection }
  } catch (error) {
    throw toUnusableFileError(options.file, error) ?? error
  }
}

/** Opens a connection with a read transaction, whose snapshot later writes do not change. */
export async function openSnapshot(
  options: Omit<ConnectionOptions, 'readonly'>,
): Promise<Snapshot> {
  const connection = openConnection({ ...options, readonly: true })
  connection.exec('begin')
  // A deferred transaction gets its snapshot at the first read.
  connection.prepare('select count(*) from setting').get()
  return createSnapshot(connection)
}

function createSnapshot(connection: Connection): Snapshot {
  const reader = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  return {
    reads: reader as unknown as Reads,
    async *readBatches<Row>(query: Query<Row>, size: number) {
      const { sql, parameters } = query.compile()
      yield* inBatches(connection.prepare<unknown[], Row>(sql).iterate(...parameters), size)
    },
    async [Symbol.asyncDispose]() {
      await reader.destroy()
      connection.close()
    },
  }
}

function* inBatches<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    if (batch.push(row) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
