import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import type { Database } from 'better-sqlite3'
import type { Kysely } from 'kysely'
import type { Tables } from '../../src/core/database/tables.ts'
import { schemaChanges } from '../../src/core/database/migrations/index.ts'
import { postgresSchema } from '../../src/core/database/postgres/migrations/schema-sql.ts'
import { toPostgres } from '../../src/core/database/postgres/migrations/tables.ts'
import { toTriggerStatements } from '../../src/core/database/postgres/migrations/triggers.ts'
import type { VectorConnections } from '../../src/core/resident/postgres/vector-search.ts'
import { pgliteConnector } from './pglite.ts'

/** The tables that searches of embeddings read. */
const SEARCHED = ['source', 'collection', 'image', 'subject', 'image_subject', 'change']

/** PostgreSQL with pgvector in this process, by one connection: https://pglite.dev */
export interface PgvectorDatabase extends AsyncDisposable {
  readonly db: Kysely<Tables>
  connect(): VectorConnections
}

/** Starts a database with what searches of embeddings read of a catalog, and without PostGIS. */
export async function startPgvector(catalog: Database): Promise<PgvectorDatabase> {
  const pglite = await PGlite.create({ extensions: { vector } })
  const schema = { ...postgresSchema, geometryColumn: () => 'geom bytea not null' }
  for (const { common } of Object.values(schemaChanges)) {
    const { tables = [], triggers = [] } = common?.(schema) ?? {}
    const used = triggers.filter((text) => !/before delete on image\b/.test(text))
    // A later migration replaces triggers of the first.
    const replaced = used
      .flatMap(toTriggerStatements)
      .map((one) => one.replace(/^\s*create (?=function|trigger)/, 'create or replace '))
    for (const statement of [...tables.flatMap(toPostgres), ...replaced])
      await pglite.exec(statement)
  }
  await pglite.exec('set session_replication_role = replica')
  for (const table of [...SEARCHED, 'embedding_model', 'embedding']) {
    const columns = catalog
      .prepare<[], string>(`select name from pragma_table_info('${table}') where name <> 'geom'`)
      .pluck()
      .all()
    const list = columns.join(', ')
    const rows = catalog.prepare<[], Record<string, unknown>>(`select ${list} from ${table}`)
    const insert = `insert into ${table} (${list})
      select ${list} from json_populate_recordset(null::${table}, $1)`
    for (const batch of batches(rows.iterate()))
      await pglite.query(insert, [JSON.stringify(batch, toJson)])
  }
  for (const table of ['embedding', 'embedding_model', 'change'])
    await pglite.exec(advanceIdsOf(table))
  await pglite.exec('set session_replication_role = origin')
  const open = pgliteConnector(pglite)
  return {
    db: open(),
    connect: () => ({ searching: open(), cancelling: open(), preparing: open() }),
    [Symbol.asyncDispose]: () => pglite.close(),
  }
}

/** Lets new rows have ids after those of the copied ones. */
function advanceIdsOf(table: string): string {
  const id = table === 'change' ? 'seq' : 'id'
  return `select setval(pg_get_serial_sequence('${table}', '${id}'), (select max(${id}) from ${table}))`
}

const BATCH = 1000

function* batches<T>(rows: Iterable<T>): Generator<T[]> {
  let batch: T[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function toJson(_key: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: number[] }
  return type === 'Buffer' && data ? `\\x${Buffer.from(data).toString('hex')}` : value
}
