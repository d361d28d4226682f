import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** The address of a server with the template `catalog_empty`; undefined if tests use SQLite. */
const SERVER = process.env.CATALOG_TEST_POSTGRES

/** Whether the tests run on PostgreSQL, not on SQLite. */
export const onPostgres = SERVER !== undefined

/** The signing key of all nodes. */
const SECRET = 'the-signing-key-of-all-test-nodes'

/** The lowest character that the database can store. */
export const LOWEST_CHARACTER = onPostgres ? '\u0001' : '\u0000'

export interface TestDatabase extends AsyncDisposable {
  readonly url: string
}

/** Creates an empty PostgreSQL database with the schema for a data directory; undefined if tests use SQLite. */
export async function useTestDatabase(data: string): Promise<TestDatabase | undefined> {
  if (SERVER === undefined) return undefined
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template catalog_empty strategy file_copy`)
  const url = new URL(SERVER)
  url.pathname = name
  await configureDatabase(data, url.href)
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await administer(`drop database ${name} with (force)`)
    },
  }
}

/** Writes the settings of a node of this database, and of this directory of image files, to its data directory. */
export async function configureDatabase(data: string, url: string, files?: string): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 })
  const shared = files === undefined ? '' : `files = "${files}"\n`
  const settings = `database_url = "${url}"\nsecret = "${SECRET}"\n${shared}`
  await writeFile(join(data, 'catalog.toml'), settings, { mode: 0o600 })
}

/** Whether a connection to the database waits in the middle of a transaction. */
export async function hasOpenTransaction(url: string): Promise<boolean> {
  const idle = await administer(
    `select from pg_stat_activity where datname = $1 and state like 'idle in transaction%'`,
    [new URL(url).pathname.slice(1)],
  )
  return idle > 0
}

/** @returns the number of rows */
async function administer(statement: string, parameters: unknown[] = []): Promise<number> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  try {
    return (await client.query(statement, parameters)).rows.length
  } finally {
    await client.end()
  }
}
