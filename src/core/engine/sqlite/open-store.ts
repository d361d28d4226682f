import { accessSync, constants } from 'node:fs'
import type { Database as Connection } from 'better-sqlite3'
import { Kysely } from 'kysely'
import { openConnection } from './connection.ts'
import { sqliteDialect } from './driver.ts'
import { makePrivateFile } from '../../storage/modes.ts'
import { createWrites } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { toUnusableFileError } from './storage-errors.ts'
import { createDeferredWrites } from './deferred-writes.ts'
import type { Reads, Snapshot, Store } from '../../db/store.ts'
import type { Tables } from '../../db/tables.ts'

export interface StoreOptions {
  file: string
  spatialite?: string | null
  /** How long a write waits for another process that is writing; 5000 by default. */
  patienceMs?: number
  /** No write joins a commit's group that has been at work for so long; 10 by default. */
  groupMs?: number
}

const PATIENCE_MS = 5000
const GROUP_MS = 10

/** Longer than a commit of another process takes; what lasts longer is waited for without blocking. */
const BLOCKING_MS = 2

/** A connection that only reads, of a database that is open already. */
export function openReads(options: StoreOptions): Reads {
  const dialect = sqliteDialect(openConnection({ ...options, readonly: true }))
  return new Kysely<Tables>({ dialect }) as unknown as Reads
}

/**
 * Opens (and creates) the database, at today's schema.
 * @throws CatalogError kind `unavailable` when it cannot be written, or a newer program made it
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { writer, connection } = await openWriter(options)
  const reading = openConnection({ ...options, readonly: true })
  const reader = new Kysely<Tables>({ dialect: sqliteDialect(reading) })
  const { patienceMs = PATIENCE_MS, groupMs = GROUP_MS } = options
  const writes = createWrites({ writer, connection, patienceMs, groupMs })
  return {
    reads: reader as unknown as Reads,
    readVersion: createVersionReader(reading),
    ...createDeferredWrites(writes),
    snapshot: () => takeSnapshot(options),
    async [Symbol.asyncDispose]() {
      await writes.idle()
      // Kysely leaves a connection open that nothing was asked of, and the log beside the file then stays.
      await reader.destroy()
      reading.close()
      await writer.destroy()
    },
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
    await migrate(writer)
    connection.pragma(`busy_timeout = ${BLOCKING_MS}`)
    // SQLite makes do with a file that it may only read, until something is written.
    accessSync(options.file, constants.W_OK)
    stack.move()
    return { writer, connection }
  } catch (error) {
    throw toUnusableFileError(options.file, error) ?? error
  }
}

async function takeSnapshot(options: StoreOptions): Promise<Snapshot> {
  const connection = openConnection({ ...options, readonly: true })
  const reader = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  connection.exec('begin')
  // The first read is what fixes the state that the transaction sees.
  connection.prepare('select count(*) from setting').get()
  return {
    reads: reader as unknown as Reads,
    async [Symbol.asyncDispose]() {
      await reader.destroy()
      connection.close()
    },
  }
}
