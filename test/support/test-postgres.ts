import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import pg from 'pg'

/** Names the variable with the address of the empty database that tests copy. */
export const TEMPLATE_VARIABLE = 'CATALOG_TEST_POSTGRES'

/** What searches texts on PostgreSQL. */
const TEXT = process.env.CATALOG_TEST_TEXT ?? 'index'

/** Whether the tests run on PostgreSQL, not on SQLite. */
export const onPostgres = env.CATALOG_TEST_ENGINE === 'postgres'

/** The signing key of all nodes. */
const SECRET = 'the-signing-key-of-all-test-nodes'

/** The lowest character that the database can store. */
export const LOWEST_CHARACTER = onPostgres ? '\u0001' : '\u0000'

export interface TestDatabase extends AsyncDisposable {
  readonly url: string
}

/** Creates an empty PostgreSQL database with the schema for a data directory; undefined if tests use SQLite. */
export async function useTestDatabase(data: string): Promise<TestDatabase | undefined> {
  const template = env[TEMPLATE_VARIABLE]
  if (!onPostgres || template === undefined) return undefined
  const url = new URL(template)
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = connectServer(url)
  await server.query(`create database ${name} template ${url.pathname.slice(1)} strategy file_copy`)
  url.pathname = name
  await configureDatabase(data, url.href)
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => drop(server, name),
  }
}

/** Settings by their keys in `catalog.toml`. */
export type FileSettings = Readonly<Record<string, string | number | boolean>>

/** Writes the settings of a node of this database, and others, to its data directory. */
export async function configureDatabase(
  data: string,
  url: string,
  others: FileSettings = {},
): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 })
  const settings = { database_url: url, secret: SECRET, text: TEXT, ...others }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  await writeFile(join(data, 'catalog.toml'), `${lines.join('\n')}\n`, { mode: 0o600 })
}

/** Whether a connection to the database waits in the middle of a transaction. */
export async function hasOpenTransaction(url: string): Promise<boolean> {
  const database = new URL(url)
  const { rows } = await connectServer(database).query(
    `select from pg_stat_activity where datname = $1 and state like 'idle in transaction%'`,
    [database.pathname.slice(1)],
  )
  return rows.length > 0
}

/** Reads all rows of all tables as XML. */
export async function readEveryRow(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ xml: string }>(
      `select database_to_xml(true, false, '')::text as xml`,
    )
    return rows.map(({ xml }) => xml).join('')
  } finally {
    await client.end()
  }
}

/** Databases that their servers have left. */
const left: string[] = []

/** So many stay, because PostgreSQL would wait for the connections of the last ones to end. */
const MAX_LEFT = 8

/** Drops an older database; the last ones go with the PostgreSQL of the run. */
async function drop(server: pg.Pool, name: string): Promise<void> {
  left.push(name)
  if (left.length > MAX_LEFT) await server.query(`drop database ${left.shift()} with (force)`)
}

let pool: pg.Pool | undefined

/** Connects to the database of the superuser, once for all tests of a process. */
function connectServer(database: URL): pg.Pool {
  const url = new URL(database)
  url.pathname = 'postgres'
  pool ??= new pg.Pool({ connectionString: url.href, max: 4, allowExitOnIdle: true })
  return pool
}
