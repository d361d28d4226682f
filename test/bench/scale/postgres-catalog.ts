import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from 'better-sqlite3'
import pg from 'pg'
import { rebuildActivity } from '../../../src/core/writes/feed/rebuild.ts'
import { openStore } from '../../../src/core/database/postgres/open-store.ts'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import type { Postgres } from '../../support/postgres.ts'

/** Increases with every change of how a database is filled. */
const LOADER = 1
const MAKING = 'scale_making'
/** Tables that no program fills. */
const LEFT_OUT = [
  'kysely_migration',
  'kysely_migration_lock',
  'spatial_ref_sys',
  'request_time',
  'running_node',
]

/**
 * Returns the address of a database with the catalog of a data directory on SQLite, and its activity. Fills it once per
 * schema, and keeps it.
 */
export async function openScaleDatabase(postgres: Postgres, data: string): Promise<string> {
  await postgres.query(`drop database if exists ${MAKING}`)
  await postgres.query(`create database ${MAKING}`)
  const address = postgres.addressOf(MAKING)
  await (await openStore({ url: address }))[Symbol.asyncDispose]()
  const name = `scale_${basename(data).replace('-', '_')}_${await hashSchema(address)}`
  const [known] = await postgres.query('select from pg_database where datname = $1', [name])
  if (known) await postgres.query(`drop database ${MAKING}`)
  else {
    console.log(`Filling ${name}`)
    await fill(address, data)
    await postgres.query(`alter database ${MAKING} rename to ${name}`)
  }
  return postgres.addressOf(name)
}

async function hashSchema(address: string): Promise<string> {
  const [schema] = await runOn<{ text: string }>(
    address,
    `select string_agg(line, ' ' order by line) as text from (
       select indexdef as line from pg_indexes where schemaname = 'public'
       union all select concat_ws(' ', table_name, column_name, data_type, generation_expression)
         from information_schema.columns where table_schema = 'public'
       union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace and prolang <> 13
     ) as lines`,
  )
  return createHash('sha256').update(`${LOADER} ${schema?.text}`).digest('hex').slice(0, 12)
}

/** Copies all rows with triggers off, because those of the counts are copied as well, and indexes them afterward. */
async function fill(address: string, data: string): Promise<void> {
  const started = performance.now()
  const report = (what: string): void =>
    console.log(`  ${what.padEnd(24)} ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const indexes = await runOn<{ name: string; sql: string }>(
    address,
    `select indexname as name, indexdef as sql from pg_indexes where schemaname = 'public'
     and not exists (select from pg_constraint where conindid = format('%I', indexname)::regclass)`,
  )
  const own = indexes.filter(({ sql }) => !LEFT_OUT.some((table) => sql.includes(`.${table} `)))
  for (const { name } of own) await runOn(address, `drop index ${name}`)
  const db = openConnection({ file: join(data, 'catalog.sqlite'), readonly: true })
  try {
    for (const table of await listTables(address)) await copyTable(address, db, table)
  } finally {
    db.close()
  }
  report('rows')
  for (const { sql } of own) await runOn(address, sql)
  report('indexes')
  await advanceSequences(address)
  await runOn(address, 'vacuum analyze')
  const store = await openStore({ url: address })
  await store.write(rebuildActivity)
  await store[Symbol.asyncDispose]()
  report('activity')
  await runOn(address, 'vacuum analyze')
  await runOn(address, 'checkpoint')
  report('statistics')
}

async function listTables(address: string): Promise<string[]> {
  const tables = await runOn<{ name: string }>(
    address,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1)`,
    [LEFT_OUT],
  )
  return tables.map(({ name }) => name)
}

async function copyTable(address: string, db: Database, table: string): Promise<void> {
  const columns = await runOn<{ name: string }>(
    address,
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = columns.map(({ name }) => `"${name}"`)
  const values = names.map((name) => (name === '"geom"' ? 'AsEWKB(geom)' : name))
  const rows = db
    .prepare(`select ${values.join(', ')} from "${table}"`)
    .raw()
    .iterate()
  const psql = spawn(
    'psql',
    [
      ['--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1', '--dbname', address],
      ['--command', `set session_replication_role = replica`],
      ['--command', `delete from "${table}"`],
      ['--command', `copy "${table}" (${names.join(', ')}) from stdin`],
    ].flat(),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const ended = once(psql, 'exit') as Promise<[number]>
  await pipeline(Readable.from(toCopyText(rows as Iterable<SqliteValue[]>)), psql.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`${table} could not be copied`)
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}
type SqliteValue = string | number | null

const ROWS_PER_CHUNK = 1000

/** The text format of PostgreSQL's copy. */
function* toCopyText(rows: Iterable<SqliteValue[]>): Generator<string> {
  let lines: string[] = []
  for (const row of rows) {
    lines.push(`${row.map(toCopyValue).join('\t')}\n`)
    if (lines.length < ROWS_PER_CHUNK) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}

function toCopyValue(value: SqliteValue): string {
  if (value === null) return '\\N'
  return String(value).replaceAll(/[\\\t\n\r]/gu, (character) => ESCAPED[character]!)
}

async function advanceSequences(address: string): Promise<void> {
  await runOn(
    address,
    `do $$ declare each record; begin
       for each in select table_name, column_name from information_schema.columns
         where table_schema = 'public' and is_identity = 'YES' loop
         execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %I',
           quote_ident(each.table_name), each.column_name, each.column_name, each.table_name);
       end loop;
     end $$`,
  )
}

/** Runs a statement on a connection of its own. */
async function runOn<Row extends object>(
  address: string,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<Row>(text, [...parameters])).rows
  } finally {
    await client.end()
  }
}
