import { hash } from 'node:crypto'
import type { PoolClient, QueryConfig } from 'pg'
import { getSqlState } from './errors.ts'

/** A connection that has prepared so many statements is replaced, because PostgreSQL keeps them in its memory. */
const MAX_PREPARED = 250
const MAX_SEEN = 1000

const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i

/** All columns of a table, `*` or `"image".*`: PostgreSQL refuses to execute what it has prepared once there is one more. */
const ALL_COLUMNS = /(?:\bselect|\breturning|,)\s+(?:"?\w+"?\.)?\*(?!\s+from\s+\()/i

/**
 * Statements that one connection has prepared: PostgreSQL parses them once, and also plans them once if a plan for
 * all values is about as good as one for each (https://www.postgresql.org/docs/15/sql-prepare.html).
 */
export class PreparedStatements {
  readonly #seen = new Set<string>()
  readonly #prepared = new Set<string>()
  readonly #stale: Set<string>

  /** @param stale names that are not prepared again; those of all connections, because a pooler shares what they prepare */
  constructor(stale: Set<string>) {
    this.#stale = stale
  }

  /**
   * Returns the name under which to prepare a statement. Undefined for one that the connection sends the first time, for
   * several statements in one text or commands such as `fetch`, and for one that selects all columns of a table.
   */
  nameFor(text: string): string | undefined {
    const name = nameOf(text)
    if (this.#stale.has(name)) return undefined
    if (this.#prepared.has(name)) return name
    if (!PREPARABLE.test(text) || ALL_COLUMNS.test(text)) return undefined
    // A long transaction keeps its connection.
    if (this.isFull) return undefined
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
    if (!this.#seen.has(name)) return void this.#seen.add(name)
    this.#prepared.add(name)
    return name
  }

  /** Never prepares a statement again. Sessions that a pooler keeps would refuse it until they are closed. */
  giveUp(text: string): void {
    this.#stale.add(nameOf(text))
  }

  get isFull(): boolean {
    return this.#prepared.size >= MAX_PREPARED
  }
}

function nameOf(text: string): string {
  return hash('sha1', text, 'base64url')
}

/**
 * Creates a function that returns the statements of a new connection. Undefined if later statements would not find what
 * it prepares: PgBouncer runs each transaction on another connection of PostgreSQL and passes the names on. If it tracks
 * prepared statements (1.21, `max_prepared_statements`), it prepares them where they are needed, under names of its own.
 * The function throws the error of a connection that breaks.
 */
export function createStatementOpener() {
  const stale = new Set<string>()
  return async (client: Pick<PoolClient, 'query'>): Promise<PreparedStatements | undefined> => {
    try {
      const { rows } = await client.query<{ pid: number; isPassedOn: boolean }>(PROBE)
      // Without a pooler, it is the process that PostgreSQL named at the start.
      const { processID } = client as { processID?: number }
      const isKept = rows[0]?.pid === processID || rows[0]?.isPassedOn === false
      return isKept ? new PreparedStatements(stale) : undefined
    } catch (error) {
      if (getSqlState(error) === DUPLICATE_STATEMENT) return undefined
      throw error
    }
  }
}

const DUPLICATE_STATEMENT = '42P05'
const PROBE_NAME = 'catalog_probe'
const PROBE: QueryConfig = {
  name: PROBE_NAME,
  text: `select pg_backend_pid() as pid,
    exists (select from pg_prepared_statements where name = $1) as "isPassedOn"`,
  values: [PROBE_NAME],
}
