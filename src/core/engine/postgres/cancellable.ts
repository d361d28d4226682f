import { sql, type ControlledTransaction, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface CancellableOptions {
  /** Runs the query. */
  searching: Kysely<Tables>
  /** Cancels it, on another connection. */
  cancelling: Kysely<Tables>
  signal: AbortSignal
  /** Settings of PostgreSQL that apply to the query. */
  settings: Readonly<Record<string, string>>
}

/**
 * Runs a query, which PostgreSQL stops when the signal is aborted.
 * @throws the signal's reason, or the error of PostgreSQL
 */
export async function runCancellable<Row>(
  query: RawBuilder<Row>,
  { searching, cancelling, signal, settings }: CancellableOptions,
): Promise<Row[]> {
  const tx = await searching.startTransaction().setAccessMode('read only').execute()
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
      return (await query.execute(tx)).rows
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  } finally {
    // The process is released only now, or the cancellation could meet the query of another.
    await cancellation
    await tx.rollback().execute()
  }
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
