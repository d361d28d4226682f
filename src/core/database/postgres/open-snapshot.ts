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

/** Opens a transaction on a connection of its own, whose snapshot later writes do not change. */
export async function openSnapshot(db: Kysely<Tables>): Promise<Snapshot> {
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
    // The first statement takes the snapshot.
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
