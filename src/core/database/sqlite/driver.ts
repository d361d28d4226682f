import type { Database as Connection, Statement } from 'better-sqlite3'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  type RawNode,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { chooseVariant } from '../per-engine.ts'

const CACHED_STATEMENTS = 500

/** SQLite supports schema changes in transactions, although kysely's adapter says otherwise. */
class TransactionalDdl extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class Compiler extends SqliteQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw(chooseVariant(node, 'sqlite'))
  }

  /** Writes limits as literals: SQLite re-prepares a statement whenever a new value is bound to its limit. */
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) {
      this.append(`limit ${Number(limit.value)}`)
    } else super.visitLimit(node)
  }
}

/**
 * Creates the kysely dialect of one better-sqlite3 connection. Unlike kysely's own driver, it caches prepared
 * statements, and begins transactions immediately: they wait for the write lock at their start instead of failing
 * later. After SQLite has rolled a transaction back by itself, further statements of the transaction fail, because
 * each would be committed on its own.
 */
export function sqliteDialect(connection: Connection): Dialect {
  return {
    createAdapter: () => new TransactionalDdl(),
    createDriver: () => createDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  }
}

function createDriver(connection: Connection): Driver {
  let inTransaction = false
  const shared = createConnection(connection, () => {
    if (inTransaction && !connection.inTransaction) throw new Error(ROLLED_BACK)
  })
  const mutex = createMutex()
  return {
    init: async () => {},
    acquireConnection: async () => {
      await mutex.acquire()
      return shared
    },
    releaseConnection: async () => mutex.release(),
    beginTransaction: async () => {
      connection.exec('begin immediate')
      inTransaction = true
    },
    commitTransaction: async () => {
      connection.exec('commit')
      inTransaction = false
    },
    rollbackTransaction: async () => {
      inTransaction = false
      // After a disk error, SQLite has rolled back already; a second rollback would hide the first error.
      if (connection.inTransaction) connection.exec('rollback')
    },
    destroy: async () => void connection.close(),
  }
}

const ROLLED_BACK =
  'The database has rolled this transaction back, so it accepts no further statements.'

function createConnection(connection: Connection, requireOpen: () => void): DatabaseConnection {
  const prepare = cachedPrepare(connection)
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      requireOpen()
      const statement = prepare(sql)
      if (statement.reader) return { rows: statement.all(...parameters) as R[] }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    // Not cached: a statement cannot be shared while its rows are iterated.
    async *streamQuery<R>({
      sql,
      parameters,
    }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      for (const row of connection.prepare(sql).iterate(...parameters)) yield { rows: [row as R] }
    },
  }
}

function cachedPrepare(connection: Connection): (sql: string) => Statement {
  const cache = new LRUCache<string, Statement>({ max: CACHED_STATEMENTS })
  return (sql) => {
    const cached = cache.get(sql)
    if (cached) return cached
    const statement = connection.prepare(sql)
    cache.set(sql, statement)
    return statement
  }
}

/** Creates a mutex that serves waiters in order. A connection runs one transaction at a time. */
function createMutex(): { acquire(): Promise<void>; release(): void } {
  const waiting: (() => void)[] = []
  let isHeld = false
  return {
    acquire: () =>
      new Promise((resolve) => {
        if (isHeld) waiting.push(resolve)
        else {
          isHeld = true
          resolve()
        }
      }),
    release: () => {
      const next = waiting.shift()
      if (next) next()
      else isHeld = false
    },
  }
}
