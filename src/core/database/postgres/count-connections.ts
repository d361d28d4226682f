import { sql } from 'kysely'
import type { Reads } from '../store.ts'

/** Connections of all clients to a PostgreSQL server. */
export interface Connections {
  open: number
  /** Those that it allows, without the ones that are reserved for superusers. */
  allowed: number
}

export async function countConnections(reads: Reads): Promise<Connections> {
  const open = sql<number>`(select count(*)::int from pg_stat_activity where backend_type = 'client backend')`
  const allowed = sql<number>`current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int`
  return await reads
    .selectNoFrom([open.as('open'), allowed.as('allowed')])
    .executeTakeFirstOrThrow()
}
