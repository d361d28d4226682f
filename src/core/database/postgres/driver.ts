import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type RawNode,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient, QueryResult as PgResult, QueryResultRow } from 'pg'
import { chooseVariant } from '../per-engine.ts'
import { endsConnection, isStalePlan, toQueryError } from './errors.ts'
import type { PreparedStatements } from './prepared-statements.ts'

class Compiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw(chooseVariant(node, 'postgres'))
  }
}

/**
 * Creates the kysely dialect of a pool of connections. Rows are streamed through cursors of SQL. During a stream,
 * kysely lets the transaction run no other queries.
 */
export function postgresDialect(pool: Pool, openStatements = prepareNothing): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(pool, openStatements),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  }
}

/** Returns what a new connection may prepare; undefined for nothing. */
type OpenStatements = (client: PoolClient) => Promise<PreparedStatements | undefined>

const prepareNothing: OpenStatements = async () => undefined

function createDriver(pool: Pool, openStatements: OpenStatements): Driver {
  const connections = new WeakMap<PoolClient, Connection>()
  const open = async (client: PoolClient): Promise<Connection> => {
    try {
      return new Connection(client, await openStatements(client))
    } catch (error) {
      client.release(true)
      return rethrowExplained(error)
    }
  }
  const run = async (connection: DatabaseConnection, statement: string): Promise<void> =>
    (connection as Connection).run(statement)
  return {
    init: async () => {},
    async acquireConnection() {
      const client = await pool.connect().catch(rethrowExplained)
      const connection = connections.get(client) ?? (await open(client))
      connections.set(client, connection)
      return connection
    },
    releaseConnection: async (connection) => (connection as Connection).release(),
    beginTransaction: (connection, settings) => run(connection, toBegin(settings)),
    commitTransaction: (connection) => run(connection, 'commit'),
    rollbackTransaction: (connection) => run(connection, 'rollback'),
    destroy: () => pool.end(),
  }
}

function toBegin({ isolationLevel, accessMode }: TransactionSettings): string {
  const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
  return `begin${level} ${accessMode ?? ''}`
}

class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  /** Undefined behind a pooler that may switch servers between transactions. */
  readonly #statements: PreparedStatements | undefined
  #cursors = 0
  #isInTransaction = false
  #isBroken = false

  constructor(client: PoolClient, statements: PreparedStatements | undefined) {
    this.#client = client
    this.#statements = statements
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#statements?.nameFor(sql)
    const { rows, rowCount } = await this.#query<R>(sql, parameters, name)
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  /** A cursor of SQL, because the protocol's portals block the connection for other queries. */
  async *streamQuery<R>(
    { sql, parameters }: CompiledQuery,
    batchSize: number,
  ): AsyncIterableIterator<QueryResult<R>> {
    const isAlone = !this.#isInTransaction
    if (isAlone) await this.run('begin')
    this.#cursors += 1
    const cursor = `rows_${this.#cursors}`
    try {
      await this.#query(`declare ${cursor} no scroll cursor for ${sql}`, parameters)
      for (let last = batchSize; last === batchSize;) {
        const { rows } = await this.#query<R>(`fetch ${batchSize} from ${cursor}`)
        last = rows.length
        if (last > 0) yield { rows }
      }
      await this.#query(`close ${cursor}`)
    } finally {
      if (isAlone) await this.run('rollback')
    }
  }

  /** Begins or ends a transaction. */
  async run(statement: string): Promise<void> {
    this.#isInTransaction = statement.startsWith('begin')
    try {
      const { command } = await this.#query(statement)
      // PostgreSQL answers a commit after a failed statement with a rollback.
      if (statement === 'commit' && command === 'ROLLBACK') throw new Error(ROLLED_BACK)
    } catch (error) {
      if (statement !== 'rollback') throw error
      // The server rolls back when the connection is closed.
      this.#isBroken = true
    }
  }

  release(): void {
    this.#client.release(this.#isBroken || this.#statements?.isFull)
  }

  /**
   * A lost connection is not used again, even if the pool learns later that it is lost. A statement whose plan is stale is
   * sent again as it is, except in a transaction, which PostgreSQL has ended.
   */
  async #query<R>(
    text: string,
    parameters: readonly unknown[] = [],
    name?: string,
  ): Promise<PgResult<R & QueryResultRow>> {
    try {
      const values = [...parameters]
      return await (name === undefined
        ? this.#client.query<R & QueryResultRow>(text, values)
        : this.#client.query<R & QueryResultRow>({ text, values, name }))
    } catch (error) {
      this.#isBroken ||= endsConnection(error)
      if (name !== undefined && isStalePlan(error)) {
        this.#statements?.giveUp(text)
        if (!this.#isInTransaction) return this.#query<R>(text, parameters)
      }
      return rethrowExplained(error)
    }
  }
}

/** @throws the error, with an explanation if it is no bug */
function rethrowExplained(error: unknown): never {
  throw toQueryError(error)
}

const ROLLED_BACK = 'PostgreSQL rolled the transaction back, because one of its statements failed.'
