import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../../clock.ts'
import type { CountedRequest, RequestTimes } from '../../db/request-times.ts'
import { toQueryError, toStorageError } from './errors.ts'
import { createPool } from './pool.ts'

export interface RequestTimesOptions {
  /** Address of the database, not of a replica. */
  url: string
  /** Replaces the clock of the database, for tests. */
  clock?: Clock | undefined
}

/** Not those of reads, because slow queries must not hold up the limits. */
const CONNECTIONS = 4

/** How long a request waits for its limit. */
const QUERY_TIMEOUT_MS = 5000

/** Number of requests to this node after which it removes old rows, and the most that it removes. */
const REQUESTS_PER_CLEANUP = 100
const ROWS_PER_CLEANUP = 1000

const RECORD = 'select record_request($1, $2, $3) as wait'

/** Nodes that clean up at the same time remove different rows. */
const CLEAN_UP = `
  delete from request_time where ctid = any (array(
    select ctid from request_time
    where accepted_at <= coalesce($1, (extract(epoch from clock_timestamp()) * 1000000)::bigint) - 60000000
    order by accepted_at limit ${ROWS_PER_CLEANUP}
    for update skip locked))`

/** Connects to the table of request times. The schema must be up to date. */
export function openRequestTimes({ url, clock }: RequestTimesOptions): RequestTimes {
  const pool = createPool(url, CONNECTIONS, QUERY_TIMEOUT_MS)
  let requests = 0
  return {
    async record(request) {
      const now = clock?.now() ?? null
      requests += 1
      if (requests % REQUESTS_PER_CLEANUP === 0) await query(pool, CLEAN_UP, [now])
      const [row] = await query(pool, RECORD, [hashClient(request), request.perMinute, now])
      return row?.wait ?? 0
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** Short keys of one length. They also keep addresses out of copies of the database. */
function hashClient({ limit, client }: CountedRequest): bigint {
  return createHash('sha256').update(`${limit}\n${client}`).digest().readBigInt64BE()
}

async function query(
  pool: Pool,
  text: string,
  parameters: readonly unknown[],
): Promise<{ wait: number }[]> {
  try {
    return (await pool.query<{ wait: number }>(text, [...parameters])).rows
  } catch (error) {
    const explained = toQueryError(error)
    throw toStorageError(explained) ?? explained
  }
}
