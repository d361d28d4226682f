import type { CompiledQuery, Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Tables } from './tables.ts'

/** A read-only handle for queries. A transaction is assignable to it. */
export type Reads = ReadonlyKysely<Tables>

/** A write transaction. Only `Store.write` creates one, so no write happens outside a transaction. */
export type Tx = Transaction<Tables>

/** The part that readers and transactions share. */
export type Selects = Pick<Reads, 'selectFrom' | 'selectNoFrom'>

/** Registers a task to run after the commit. It does not run if the transaction fails. */
export type AfterCommit = (task: () => void) => void

export interface Store extends AsyncDisposable {
  readonly reads: Reads
  /** Resolves to a value that changes with every committed write, by this process or another. */
  readonly readVersion: () => Promise<number | string>
  /**
   * Runs the work in a durable transaction on the only write connection; concurrent writes share the commit. The
   * work must await only its own statements, because all other writes wait for it.
   * @throws CatalogError kind `unavailable` if the disk is full or fails, `busy` if another process holds the
   *   database
   */
  readonly write: <T>(work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>) => Promise<T>
  /**
   * Cleans up after a failure: now or, if the database is unavailable, before the next writes. The work may run
   * more than once.
   * @returns whether it is done
   */
  readonly writeDeferred: (work: (tx: Tx) => Promise<unknown>) => Promise<boolean>
  /** Opens a snapshot of the committed data, which later writes do not change. On PostgreSQL, migrations wait for its end. */
  readonly snapshot: () => Promise<Snapshot>
}

/** One consistent state of the database, on its own connection: one query at a time. */
export interface Snapshot extends AsyncDisposable {
  readonly reads: Reads
  /** Reads the rows of a query in batches of at most `size`. During the iteration, `reads` can run other queries. */
  readonly readBatches: <Row>(query: Query<Row>, size: number) => AsyncIterable<Row[]>
}

/** A copy of the database that follows it, and may lag behind. */
export interface Replica extends AsyncDisposable, Pick<Store, 'reads' | 'readVersion'> {
  /** Whether it can answer: it is reachable, follows the database, and includes all writes until a few seconds ago. */
  readonly canAnswer: () => boolean
  /** Age of the newest state that it is known to include; undefined if it cannot be reached. */
  readonly lagSeconds: () => number | undefined
  /** Records that a read failed on the replica, and that the database itself is asked instead. */
  readonly reportFailure: (error: unknown) => void
  /** The number of reads that failed, except for those of something that it does not have. */
  readonly failedReads: () => number
  /** Compares it with the database every second, until disposal. Without that, it never answers. */
  readonly follow: () => Promise<AsyncDisposable>
}

export interface Query<Row> {
  compile(): CompiledQuery<Row>
}
