import pg from 'pg'
import { isBusy, toQueryError, toStorageError } from './errors.ts'

/** Number of the advisory lock: 'load' in ASCII. */
const LOAD_LOCK = 0x6c_6f_61_64

/** Longer than another process needs to find out whether the lock is held. */
const WAIT_MS = 1000

/**
 * Takes the lock of a load for all nodes, until it is disposed of or the process ends. A transaction holds it, because
 * connection poolers keep a connection for one; it has no snapshot, so it does not hold up the cleanup of old rows.
 * @returns undefined if another process holds it
 */
export async function takeLoadLock(url: string): Promise<AsyncDisposable | undefined> {
  const client = await connect(url)
  try {
    await client.query(
      `begin; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${WAIT_MS};
      select pg_advisory_xact_lock(${LOAD_LOCK})`,
    )
    return { [Symbol.asyncDispose]: () => client.end() }
  } catch (error) {
    await client.end()
    if (isBusy(error)) return undefined
    throw toQueryError(error)
  }
}

/** Whether a process holds the lock. */
export async function isBeingLoaded(url: string): Promise<boolean> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_xact_lock_shared(${LOAD_LOCK}) as free`,
    )
    return rows[0]?.free !== true
  } catch (error) {
    throw toQueryError(error)
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  // A load whose connection breaks cannot store its rows either.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    const explained = toQueryError(error)
    throw toStorageError(explained) ?? explained
  }
}
