import { accessSync, constants } from 'node:fs'
import { Kysely, type Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { openConnection } from './connection.ts'
import { sqliteDialect } from './driver.ts'
import { makePrivateFile } from '../../storage/modes.ts'
import { createWrites } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { unusable } from './storage-errors.ts'
import { createOwedWrites } from './deferred-writes.ts'
import type { Tables } from '../../db/tables.ts'

/** What a query needs: it can select and nothing else. A transaction may stand in for it. */
export type Reads = ReadonlyKysely<Tables>

/** What a write needs: only `Store.write` hands one out, so no write happens outside a transaction. */
export type Tx = Transaction<Tables>

/** Registers what is to happen once the transaction has committed; forgotten when it fails. */
export type AfterCommit = (task: () => void) => void

export interface Store extends AsyncDisposable {
  readonly reads: Reads
  /**
   * Runs the work in an immediate, durable transaction on the only writing connection, all of it or nothing;
   * works that wait together share the commit. The work must await nothing but its own statements: everybody
   * else waits for it.
   * @throws CatalogError kind `unavailable` when the disk is full or fails, `busy` when another process holds
   *   the database
   */
  readonly write: <T>(work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>) => Promise<T>
  /**
   * Clears up after something that failed: now, or where the database cannot be written, ahead of the next
   * writes. The work may be done more than once.
   * @returns whether it is done
   */
  readonly writeEventually: (work: (tx: Tx) => Promise<unknown>) => Promise<boolean>
  /** Everything as it is committed now, unchanged by later writes until it is disposed of. */
  readonly snapshot: () => Promise<Snapshot>
}

/** One consistent state of the database, on a connection of its own: one query at a time. */
export interface Snapshot extends AsyncDisposable {
  readonly reads: Reads
}

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
    ...createOwedWrites(writes),
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
    throw unusable(options.file, error) ?? error
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
