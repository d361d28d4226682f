import { CompiledQuery, sql, type ControlledTransaction, type Kysely } from 'kysely'
import type { Query, Reads, Snapshot } from '../store.ts'
import type { Tables } from '../tables.ts'
import { connect } from './connect.ts'

/** Opens a snapshot on a new connection to the database, which is closed with it. */
export async function connectSnapshot(url: string): Promise<Snapshot> {
  const db = connect(url, 1)
  try {
    const snapshot = await openSnapshot(db)
    return {
      ...snapshot,
      async [Symbol.asyncDispose]() {
        await snapshot[Symbol.asyncDispose]()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Opens a snapshot until whose end migrations wait. Without their wait, a table that one rewrites would be empty in the
 * snapshot.
 */
export async function openLockedSnapshot(db: Kysely<Tables>): Promise<Snapshot> {
  // A write that deletes a model drops its table of vectors in half precision, and must not wait.
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and has_table_privilege(oid, 'select') and relname !~ '^embedding_halfvec_'
    order by name`.execute(db)
  const tables = rows.map(({ name }) => name)
  return await openSnapshot(db, tables)
}

/**
 * Opens a transaction on a connection of its own, whose snapshot later writes do not change.
 * @param locked quoted names of tables; statements that rewrite or drop these wait for the end of the snapshot
 */
export async function openSnapshot(
  db: Kysely<Tables>,
  locked: readonly string[] = [],
): Promise<Snapshot> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  const snapshot = {
    reads: tx as unknown as Reads,
    readBatches: createBatchReader(tx),
    async [Symbol.asyncDispose]() {
      await tx.rollback().execute()
    },
  }
  try {
    // The first query takes the snapshot. The lock takes none, so a migration that it waits for is included.
    if (locked.length > 0)
      await sql.raw(`lock table ${locked.join(', ')} in access share mode`).execute(tx)
    await sql`select 1`.execute(tx)
    return snapshot
  } catch (error) {
    await snapshot[Symbol.asyncDispose]()
    throw error
  }
}

/** Reads through cursors, because a stream of kysely would keep the transaction from running other queries. */
function createBatchReader(tx: ControlledTransaction<Tables>): Snapshot['readBatches'] {
  let cursors = 0
  return async function* readBatches<Row>(query: Query<Row>, size: number) {
    cursors += 1
    const cursor = `batches_${cursors}`
    const { sql: text, parameters } = query.compile()
    const declaration = `declare ${cursor} no scroll cursor for ${text}`
    await tx.executeQuery(CompiledQuery.raw(declaration, [...parameters]))
    const fetch = CompiledQuery.raw(`fetch ${size} from ${cursor}`) as CompiledQuery<Row>
    for (let last = size; last === size;) {
      const { rows } = await tx.executeQuery(fetch)
      last = rows.length
      if (last > 0) yield rows
    }
    await tx.executeQuery(CompiledQuery.raw(`close ${cursor}`))
  }
}
