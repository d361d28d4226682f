import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock, Micros } from '../../base/clock.ts'
import type { CountedRequest, RequestTimes } from '../request-times.ts'
import { countInBatches } from './count-in-batches.ts'
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

/** Timeout of the query that counts a request. */
const QUERY_TIMEOUT_MS = 5000

/** Number of requests to this node after which it removes old rows, and the most that it removes. */
const REQUESTS_PER_CLEANUP = 100
const ROWS_PER_CLEANUP = 1000

const RECORD = 'select accepted, wait from record_requests($1, $2, $3, $4)'

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
  let sinceCleanup = 0
  const count = countInBatches(async (client, { perMinute, requests }) => {
    const now = clock?.now() ?? null
    sinceCleanup += requests
    if (sinceCleanup >= REQUESTS_PER_CLEANUP) {
      sinceCleanup = 0
      await query(pool, CLEAN_UP, [now])
    }
    const [row] = await query(pool, RECORD, [client, perMinute, requests, now])
    return row ?? { accepted: requests, wait: 0 }
  })
  return {
    record: (request) => count(hashClient(request), request.perMinute),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** Short keys of one length. They also keep addresses out of copies of the database. */
function hashClient({ limit, client }: CountedRequest): bigint {
  return createHash('sha256').update(`${limit}\n${client}`).digest().readBigInt64BE()
}

/** The row of `record_requests`. */
interface Recorded {
  accepted: number
  wait: Micros
}

async function query(
  pool: Pool,
  text: string,
  parameters: readonly unknown[],
): Promise<Recorded[]> {
  try {
    return (await pool.query<Recorded>(text, [...parameters])).rows
  } catch (error) {
    const explained = toQueryError(error)
    throw toStorageError(explained) ?? explained
  }
}
