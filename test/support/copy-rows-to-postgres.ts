import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from 'better-sqlite3'
import pg from 'pg'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'

/** Tables that no program fills, and the index of words in titles, which SQLite has in another form. */
const LEFT_OUT = [
  'kysely_migration',
  'kysely_migration_lock',
  'spatial_ref_sys',
  'placed_title_word',
  'request_time',
  'running_node',
  'expansion',
]

/**
 * Copies all rows of a SQLite database to a PostgreSQL database with the same schema: with triggers off, because those of the
 * counts are copied as well, and indexes them afterward.
 */
export async function copyRows(address: string, file: string): Promise<void> {
  const indexes = await runOn<{ name: string; sql: string }>(
    address,
    `select indexname as name, indexdef as sql from pg_indexes where schemaname = 'public'
     and not exists (select from pg_constraint where conindid = format('%I', indexname)::regclass)`,
  )
  const own = indexes.filter(({ sql }) => !LEFT_OUT.some((table) => sql.includes(`.${table} `)))
  for (const { name } of own) await runOn(address, `drop index ${name}`)
  const db = openConnection({ file, readonly: true })
  try {
    for (const table of await listTables(address)) await copyTable(address, db, table)
  } finally {
    db.close()
  }
  for (const { sql } of own) await runOn(address, sql)
  await indexPlacedTitles(address)
  await advanceSequences(address)
  await runOn(address, 'vacuum analyze')
}

/** Earlier schemas have no such index. */
async function indexPlacedTitles(address: string): Promise<void> {
  const [found] = await runOn(address, `select from pg_proc where proname = 'refresh_placed_title'`)
  if (found) await runOn(address, 'select refresh_placed_title(image_id) from point_current')
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
export async function runOn<Row extends object>(
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
