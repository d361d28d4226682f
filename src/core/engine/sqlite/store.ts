import { Kysely, type Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { openConnection } from './connection.ts'
import { sqliteDialect } from './driver.ts'
import { migrate } from './migrate.ts'
import { outageOf } from './outages.ts'
import type { Tables } from './tables.ts'

/** What a query needs: it can select and nothing else. A transaction may stand in for it. */
export type Reads = ReadonlyKysely<Tables>

/** What a write needs: only `Store.write` hands one out, so no write happens outside a transaction. */
export type Tx = Transaction<Tables>

/** Registers what is to happen once the transaction has committed; forgotten when it fails. */
export type AfterCommit = (task: () => void) => void

export interface Store extends AsyncDisposable {
  readonly reads: Reads
  /**
   * Runs the work in one immediate, durable transaction on the only writing connection. The work must
   * await nothing but its own statements: everybody else waits for it.
   * @throws CatalogError kind `unavailable` when the disk is full, `busy` when another process holds the database
   */
  readonly write: <T>(work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>) => Promise<T>
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
}

/** A connection that only reads, of a database that is open already. */
export function openReads(options: StoreOptions): Reads {
  const dialect = sqliteDialect(openConnection({ ...options, readonly: true }))
  return new Kysely<Tables>({ dialect }) as unknown as Reads
}

/** Opens (and creates) the database, at today's schema. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const writer = new Kysely<Tables>({ dialect: sqliteDialect(openConnection(options)) })
  try {
    await migrate(writer)
  } catch (error) {
    await writer.destroy()
    throw error
  }
  const reader = new Kysely<Tables>({
    dialect: sqliteDialect(openConnection({ ...options, readonly: true })),
  })
  return {
    reads: reader as unknown as Reads,
    write: (work) => write(writer, work),
    snapshot: () => takeSnapshot(options),
    async [Symbol.asyncDispose]() {
      await reader.destroy()
      await writer.destroy()
    },
  }
}

async function write<T>(
  writer: Kysely<Tables>,
  work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>,
): Promise<T> {
  const tasks: (() => void)[] = []
  const result = await tellingOutages(
    writer.transaction().execute((tx) => work(tx, (task) => tasks.push(task))),
  )
  for (const task of tasks) task()
  return result
}

async function tellingOutages<T>(transaction: Promise<T>): Promise<T> {
  try {
    return await transaction
  } catch (error) {
    throw outageOf(error) ?? error
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
    [Symbol.asyncDispose]: () => reader.destroy(),
  }
}
