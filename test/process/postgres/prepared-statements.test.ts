import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PoolClient } from 'pg'
import { createStatementOpener } from '../../../src/core/database/postgres/prepared-statements.ts'
import { connect } from '../../../src/core/database/postgres/connect.ts'
import { toStorageError } from '../../../src/core/database/storage-errors.ts'
import type { Tables } from '../../../src/core/database/tables.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'

describe.skipIf(postgresIsMissing('postgis'))('prepared statements', () => {
  let postgres: Postgres
  let url: string

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
    url = await postgres.createCatalog()
  })

  afterAll(() => postgres[Symbol.asyncDispose]())

  /** A single connection. */
  function open() {
    const db = connect(url, 1)
    return { db, [Symbol.asyncDispose]: () => db.destroy() }
  }

  test('prepares a statement when it is sent the second time', async () => {
    await using one = open()
    const add = (number: number) => read(one.db, sql`select ${number}::integer + 1 as value`)
    expect(await add(1)).toBe(2)
    expect(await listPrepared(one.db)).toEqual([])
    expect([await add(2), await add(3)]).toEqual([3, 4])
    expect(await listPrepared(one.db)).toEqual(['select $1::integer + 1 as value'])
  })

  test('sends several statements, and those that use cursors, as they are', async () => {
    await using one = open()
    for (const columns of ['1 as a', '2 as b, 3 as c', '4 as d']) {
      await one.db.transaction().execute(async (tx) => {
        await sql.raw(`declare rows cursor for select ${columns}; select 1`).execute(tx)
        const { rows } = await sql.raw<object>('fetch 1 from rows').execute(tx)
        expect(Object.keys(rows[0] ?? {})).toHaveLength(columns.split(',').length)
      })
    }
    expect(await listPrepared(one.db)).toEqual([])
  })

  test('replaces a connection that has prepared many statements', async () => {
    await using one = open()
    const first = await readProcess(one.db)
    for (let number = 0; number < 240; number += 1) await sendTwice(one.db, number)
    expect(await readProcess(one.db)).toBe(first)
    for (let number = 240; number < 260; number += 1) await sendTwice(one.db, number)
    expect(await readProcess(one.db)).not.toBe(first)
    expect((await listPrepared(one.db)).length).toBeLessThan(20)
  })

  test('does not prepare what selects all columns of a table, which a migration may add to', async () => {
    await using one = open()
    const table = await createTable()
    const find = (columns: string) => sql.raw(`select ${columns} from ${table} where number = 1`)
    const all = ['*', `${table}.*`, `number + 1 as next, ${table}.*`].map(find)
    for (const statement of [...all, ...all]) await statement.execute(one.db)
    const update = sql.raw(`update ${table} set number = 1 returning *`)
    for (const statement of [update, update]) await statement.execute(one.db)
    expect(await listPrepared(one.db)).toEqual([])
    const named = sql.raw(`select * from (select number, count(*) from ${table} group by 1) as row`)
    for (const statement of [named, named]) await statement.execute(one.db)
    expect(await listPrepared(one.db)).toHaveLength(1)
  })

  test('reads again after a migration changed what a prepared statement returns', async () => {
    await using one = open()
    const number = { table: await createTable(), value: 1 }
    await readAll(one.db, number)
    expect(await readAll(one.db, number)).toEqual([{ number: 1 }])
    await turnToText(number.table)
    expect(await readAll(one.db, number)).toEqual([{ number: '1' }])
  })

  test('asks a transaction to be tried again in that case, and it then succeeds', async () => {
    await using one = open()
    const number = { table: await createTable(), value: 1 }
    await readAll(one.db, number)
    await readAll(one.db, number)
    await turnToText(number.table)
    const transact = () => one.db.transaction().execute((tx) => readAll(tx, number))
    const error: unknown = await transact().catch((thrown: unknown) => thrown)
    expect(toStorageError(error)).toMatchObject({ kind: 'unavailable' })
    expect(await transact()).toEqual([{ number: '1' }])
  })

  let tables = 0

  async function createTable(): Promise<string> {
    tables += 1
    await using one = open()
    const table = `number_${tables}`
    await sql`create table ${sql.table(table)} as select 1 as number`.execute(one.db)
    return table
  }

  async function turnToText(table: string): Promise<void> {
    await using one = open()
    await sql`alter table ${sql.table(table)} alter number type text`.execute(one.db)
  }
})

describe('finds out whether a connection keeps what it prepares', () => {
  const own = 17
  const answer = (rows: object[]) => ({ processID: own, query: async () => ({ rows }) })
  const fail = (code: string) => ({
    query: () => Promise.reject(Object.assign(new Error(), { code, severity: 'ERROR' })),
  })
  const isKept = async (client: object) =>
    (await createStatementOpener()(client as Pick<PoolClient, 'query'>)) !== undefined

  test.each([
    ['PostgreSQL itself', answer([{ pid: own, isPassedOn: true }]), true],
    ['a pooler that tracks statements', answer([{ pid: 4, isPassedOn: false }]), true],
    ['a pooler that passes names on', answer([{ pid: 4, isPassedOn: true }]), false],
    ['one that has passed the name on before', fail('42P05'), false],
  ])('%s', async (_, client, expected) => {
    expect(await isKept(client)).toBe(expected)
  })

  test('a connection that breaks is an error', async () => {
    await expect(isKept(fail('57P01'))).rejects.toMatchObject({ code: '57P01' })
  })
})

interface Numbered {
  table: string
  value: number
}

async function readAll(db: Kysely<Tables>, { table, value }: Numbered): Promise<unknown[]> {
  const all = sql`select number from ${sql.table(table)} where number::integer = ${value}::integer`
  return (await all.execute(db)).rows
}

async function read(db: Kysely<Tables>, query: ReturnType<typeof sql>): Promise<unknown> {
  const [row] = (await query.execute(db)).rows as { value: unknown }[]
  return row?.value
}

/** The statements that the connection has prepared, but for the one that finds out whether it can. */
async function listPrepared(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where name <> 'catalog_probe' and statement not like '%pg_prepared_statements%'`.execute(
    db,
  )
  return rows.map(({ statement }) => statement)
}

const readProcess = (db: Kysely<Tables>) => read(db, sql`select pg_backend_pid() as value`)

async function sendTwice(db: Kysely<Tables>, number: number): Promise<void> {
  const statement = sql`select ${sql.lit(number)}::integer + ${1}::integer as value`
  expect([await read(db, statement), await read(db, statement)]).toEqual([number + 1, number + 1])
}
