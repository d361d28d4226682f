import { types, type PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from '../../src/core/database/tables.ts'
import { postgresDialect } from '../../src/core/database/postgres/driver.ts'

/** As `pg` and the parsers of the pool return them. */
const PARSERS = {
  [types.NUMERIC]: Number,
  [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
}

/**
 * Returns a function that connects the driver of the program to PostgreSQL in this process (https://pglite.dev). There is
 * a single connection, so a transaction waits for the one before it. Closing what uses a connection leaves the database open.
 */
export function pgliteConnector(pglite: PGlite): () => Kysely<Tables> {
  let released = Promise.resolve()
  const query = async (text: string, parameters: unknown[]) => {
    const options = { parsers: PARSERS }
    // Like `pg`, so that a text without parameters may contain several statements.
    const results =
      parameters.length === 0
        ? await pglite.exec(text, options)
        : [await pglite.query(text, parameters, options)]
    return { rows: results.at(-1)?.rows ?? [], rowCount: results.at(-1)?.affectedRows }
  }
  const connect = async () => {
    const before = released
    const { promise, resolve: release } = Promise.withResolvers<void>()
    released = promise
    await before
    return { query, release: () => release() }
  }
  const pool = { connect, end: async () => {} } as unknown as Pool
  return () => new Kysely<Tables>({ dialect: postgresDialect(pool) })
}
