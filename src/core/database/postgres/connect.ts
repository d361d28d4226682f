import { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { postgresDialect } from './driver.ts'
import { createPool } from './pool.ts'
import { createStatementOpener } from './prepared-statements.ts'

/** The most connections of a node for reads. */
export const READ_CONNECTIONS = 10

/**
 * Connects to a database with at most so many connections, which are opened when they are needed.
 * @param queryTimeoutMs how long a query may take; unlimited by default
 */
export function connect(url: string, connections: number, queryTimeoutMs?: number): Kysely<Tables> {
  const pool = createPool(url, connections, queryTimeoutMs)
  return new Kysely<Tables>({ dialect: postgresDialect(pool, createStatementOpener()) })
}
