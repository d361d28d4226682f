import { sql, type ControlledTransaction, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { isCancelled, toStorageError } from './errors.ts'

export interface CancellableOptions {
  /** Runs the queries. */
  searching: Kysely<Tables>
  /** Cancels them, on another connection. */
  cancelling: Kysely<Tables>
  signal: AbortSignal
  /** Settings of PostgreSQL that apply to the queries. */
  settings: Readonly<Record<string, string>>
}

/**
 * Runs the queries of a search on one state of the database. PostgreSQL stops them when the signal is aborted.
 * @returns undefined if one took longer than the `statement_timeout` of the settings
 * @throws the signal's reason if it is aborted; CatalogError kind `unavailable` or `busy` if the database cannot be
 *   used now
 */
export async function runSearch<T>(
  work: (tx: Kysely<Tables>) => Promise<T>,
  options: CancellableOptions,
): Promise<T | undefined> {
  const { signal } = options
  signal.throwIfAborted()
  try {
    return await runCancellable(work, options)
  } catch (error) {
    signal.throwIfAborted()
    if (isCancelled(error)) return undefined
    throw toStorageError(error) ?? error
  }
}

async function runCancellable<T>(
  work: (tx: Kysely<Tables>) => Promise<T>,
  { searching, cancelling, signal, settings }: CancellableOptions,
): Promise<T> {
  const tx = await searching
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let cancellation: Promise<unknown> | undefined
  try {
    const process = await configure(tx, settings)
    signal.throwIfAborted()
    const cancel = (): void => {
      cancellation = sql`select pg_cancel_backend(${process})`
        .execute(cancelling)
        .catch(() => undefined)
    }
    signal.addEventListener('abort', cancel)
    try {
      return await work(tx)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  } finally {
    // The process is released only now, or the cancellation could meet the query of another.
    await cancellation
    await tx.rollback().execute()
  }
}

/** Returns the timeout of a statement as a setting of PostgreSQL. */
export function statementTimeout(timeoutMs: number): string {
  // PostgreSQL takes 0 as no limit.
  return String(Math.max(1, Math.ceil(timeoutMs)))
}

/** Applies settings until the end of the transaction. @returns the id of the process that runs it */
async function configure(
  tx: ControlledTransaction<Tables>,
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  const applied = Object.entries(settings).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  )
  const { rows } = await sql<{ process: number }>`
    select pg_backend_pid() as process, ${sql.join(applied)}`.execute(tx)
  return rows[0]?.process ?? 0
}
