import { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { postgresDialect } from './driver.ts'
import { createPool } from './pool.ts'

/** Connects to a database with at most so many connections, which are opened when they are needed. */
export function connect(url: string, connections: number): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: postgresDialect(createPool(url, connections)) })
}
