import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../../src/core/engine/postgres/open-store.ts'
import { migrations } from '../../../src/core/engine/postgres/migrations/index.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'

const otherVersion = {
  kind: 'unavailable',
  message: expect.stringContaining('another version of catalog') as string,
}

describe.skipIf(postgresIsMissing('postgis'))('the schema on PostgreSQL', () => {
  let postgres: Postgres

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
  })

  afterAll(() => postgres[Symbol.asyncDispose]())

  test('nodes that start at once on an empty database all start', async () => {
    const url = await postgres.createDatabase()
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore({ url })))
    for (const [index, store] of stores.entries())
      await store.write((tx) =>
        tx
          .insertInto('setting')
          .values({ name: `node ${index}`, value: '1' })
          .execute(),
      )
    const rows = await stores[0]!.reads.selectFrom('setting').select('name').execute()
    expect(rows).toHaveLength(4)
    for (const store of stores) await store[Symbol.asyncDispose]()
  })

  test('rejects a database with a later migration, and leaves it alone', async () => {
    const url = await postgres.createDatabase()
    const later = { up: async () => {} }
    await using newer = await openStore({ url, migrations: { ...migrations, '9999-later': later } })
    await expect(openStore({ url })).rejects.toMatchObject(otherVersion)
    await newer.write((tx) =>
      tx.insertInto('setting').values({ name: 'newer', value: '1' }).execute(),
    )
  })

  test('rejects a database that a newer node migrates in the meantime', async () => {
    const url = await postgres.createDatabase()
    const [begun, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const later = {
      async up() {
        begun.resolve()
        await proceed.promise
      },
    }
    const newer = openStore({ url, migrations: { ...migrations, '9999-later': later } })
    await begun.promise
    const rejected = expect(openStore({ url })).rejects.toMatchObject(otherVersion)
    const waits = () =>
      postgres.query(`select from pg_locks where locktype = 'advisory' and not granted`)
    await expect.poll(waits).toHaveLength(1)
    proceed.resolve()
    await rejected
    await using store = await newer
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
      store.reads as never,
    )
    expect(rows.map(({ name }) => name)).toContain('9999-later')
  })

  test('compares all texts by bytes, whatever the locale of the database', async () => {
    const url = await postgres.createDatabase()
    await using store = await openStore({ url })
    const others = sql<{ name: string }>`
      select class.relname || '.' || attribute.attname as name
      from pg_attribute attribute
      join pg_class class on class.oid = attribute.attrelid and class.relkind in ('r', 'i')
      join pg_collation sorting on sorting.oid = attribute.attcollation
      where class.relnamespace = 'public'::regnamespace and sorting.collname <> 'C'
        and class.relname not like 'kysely%'
        and not exists (select from pg_depend where objid = class.oid and deptype = 'e')`
    expect((await others.execute(store.reads as never)).rows).toEqual([])
  })

  test('names a server that cannot be reached', async () => {
    const url = (await postgres.createDatabase()).replace('?host=', '?host=/nowhere')
    await expect(openStore({ url })).rejects.toMatchObject({ kind: 'unavailable' })
  })
})
