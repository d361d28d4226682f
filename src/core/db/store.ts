import type { Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Tables } from './tables.ts'

/** What a query needs: it can select and nothing else. A transaction may stand in for it. */
export type Reads = ReadonlyKysely<Tables>

/** What a write needs: only `Store.write` hands one out, so no write happens outside a transaction. */
export type Tx = Transaction<Tables>

/** What can be asked of readers and in a transaction alike. */
export type Selects = Pick<Reads, 'selectFrom'>

/** Registers what is to happen once the transaction has committed; forgotten when it fails. */
export type AfterCommit = (task: () => void) => void

export interface Store extends AsyncDisposable {
  readonly reads: Reads
  /** Resolves to a number that changes with every committed write, by this process or another. */
  readonly readVersion: () => Promise<number>
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
  readonly writeDeferred: (work: (tx: Tx) => Promise<unknown>) => Promise<boolean>
  /** Everything as it is committed now, unchanged by later writes until it is disposed of. */
  readonly snapshot: () => Promise<Snapshot>
}

/** One consistent state of the database, on a connection of its own: one query at a time. */
export interface Snapshot extends AsyncDisposable {
  readonly reads: Reads
}
