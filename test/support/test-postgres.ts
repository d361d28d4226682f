import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The address of a server on which tests create databases; undefined for SQLite. */
const SERVER = process.env.CATALOG_TEST_POSTGRES

export interface TestDatabase extends AsyncDisposable {
  readonly url: string
}

/** Creates an empty PostgreSQL database with the schema; undefined if tests use SQLite. */
export async function createTestDatabase(): Promise<TestDatabase | undefined> {
  if (SERVER === undefined) return undefined
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template catalog_empty strategy file_copy`)
  const url = new URL(SERVER)
  url.pathname = name
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => administer(`drop database ${name} with (force)`),
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
