import pg from 'pg'

/** Longest wait of a query for a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000

/**
 * Creates a pool of at most so many connections, which are opened when they are needed.
 * @param queryTimeoutMs how long a query may take; unlimited by default
 */
export function createPool(url: string, connections: number, queryTimeoutMs?: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    types: { getTypeParser },
  })
  // An idle connection that breaks is replaced; the next query reports a server that cannot be reached.
  pool.on('error', () => undefined)
  // So does one that breaks while a transaction holds it; without a listener, the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const { INT8, NUMERIC } = pg.types.builtins

/** Large integers and sums arrive as numbers; by default, they arrive as strings. */
const getTypeParser: typeof pg.types.getTypeParser = (type, format) =>
  type === INT8 || type === NUMERIC ? parseNumber : pg.types.getTypeParser(type, format)

/** @throws RangeError for an integer that a number cannot represent exactly */
function parseNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`${text} is too large`)
  return value
}
