import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Clock } from '../../../src/core/base/clock.ts'
import { BEGINNING_OF_TIME } from '../../../src/core/edtf/days.ts'
import { announceNode } from '../../../src/core/database/running-nodes.ts'
import { connect } from '../../../src/core/database/postgres/connect.ts'
import { openStore } from '../../../src/core/database/postgres/open-store.ts'
import { findLicenseId } from '../../../src/core/queries/images/import-references.ts'
import { migrations } from '../../../src/core/database/postgres/migrations/index.ts'
import { identifyNode } from '../../../src/core/catalog/identify-node.ts'
import { silentLog } from '../../../src/core/base/log.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { createSeed } from '../../support/seed.ts'
import { runCli } from '../../support/test-cli.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { createTestLog } from '../../support/test-log.ts'
import { configureDatabase } from '../../support/test-postgres.ts'
import { startTestServer } from '../../support/test-server.ts'

const NEWEST = Object.keys(migrations).at(-1)!

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

  test('refuses to migrate under running nodes and names them, unless forced', async () => {
    const { url, schema } = await createFormerDatabase()
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-node-'))
    const data = folder.path
    await configureDatabase(data, url)
    const admin = (...argv: string[]) => runCli(['admin', ...argv, '--data', data, '--json'])
    {
      await using _one = await announceFormer(url, 'archive-1:/srv/catalog')
      await using _other = await announceFormer(url, 'archive-2:/srv/catalog')
      const serve = ['serve', '--port', '0']
      for (const argv of [['admin', 'migrate', 'up'], ['admin', 'user', 'list'], serve]) {
        const { code, stdout } = await runCli([...argv, '--data', data, '--json'])
        expect([code, stdout]).toEqual([9, expect.stringContaining(`archive-1:/srv/catalog`)])
        expect(stdout).toContain(`archive-2:/srv/catalog (version 0.1.0, schema ${schema})`)
        expect(stdout).toContain('catalog admin migrate up --force')
      }
      const status = JSON.parse((await admin('migrate', 'status')).stdout)
      expect(status).toMatchObject({ schema, pending: [NEWEST], phase: 'stop' })
      expect(status.servers).toEqual([
        'archive-1:/srv/catalog (version 0.1.0)',
        'archive-2:/srv/catalog (version 0.1.0)',
      ])
      const { code, stdout, stderr } = await admin('migrate', 'up', '--force')
      const migrated = { from: schema, to: NEWEST, applied: [NEWEST], copy: null }
      expect([code, JSON.parse(stdout)]).toEqual([0, migrated])
      expect(stderr).toBe(`Migrating the database, step 1 of 1: ${NEWEST} …\n`)
    }
    // A node of the former version that starts only now would work on the new schema.
    const node = { id: '1', place: 'archive-1:/srv/catalog', version: '0.1.0', log: silentLog }
    const former = Object.fromEntries(Object.entries(migrations).slice(0, -1))
    await expect(announceNode({ url, ...node, migrations: former })).rejects.toMatchObject(
      otherVersion,
    )
    expect(JSON.parse((await admin('migrate', 'status')).stdout)).toMatchObject({ servers: [] })
  })

  test('counts a node that ended without a word as running for a minute', async () => {
    const { url } = await createFormerDatabase()
    const clock = createTestClock()
    await using _crashed = await announceFormer(url, 'archive-1:/srv/catalog', clock)
    const open = () => openStore({ url, databaseClock: clock })
    clock.advance(59)
    await expect(open()).rejects.toMatchObject({ kind: 'busy' })
    clock.advance(2)
    await using _store = await open()
  })

  test('a node that crashed migrates the database when it starts again, and logs it', async () => {
    const { url, schema } = await createFormerDatabase()
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-node-'))
    const data = join(folder.path, 'data')
    await configureDatabase(data, url)
    const { id, place } = await identifyNode(data)
    await using _crashed = await announceFormer(url, place, undefined, id)
    const { log, lines } = createTestLog()
    await using server = await startTestServer({ data }, { databaseUrl: url, log })
    const { msg, from, to } = JSON.parse(lines.find((line) => line.includes('migrated'))!)
    expect({ msg, from, to }).toEqual({ msg: 'database migrated', from: schema, to: NEWEST })
    expect((await server.fetch('/readyz')).status).toBe(200)
  })

  /** Creates a database that lacks the newest migration. */
  async function createFormerDatabase() {
    const url = await postgres.createDatabase()
    const former = Object.fromEntries(Object.entries(migrations).slice(0, -1))
    await (await openStore({ url, migrations: former }))[Symbol.asyncDispose]()
    return { url, schema: Object.keys(former).at(-1)! }
  }

  /** Announces a node of the former version, as that does. */
  async function announceFormer(url: string, place: string, databaseClock?: Clock, id = place) {
    const schema = Object.keys(migrations).at(-2)!
    const now = databaseClock?.now() ?? Date.now() * 1000
    const db = connect(url, 1)
    await sql`insert into running_node (id, place, version, schema, seen_at)
      values (${id}, ${place}, '0.1.0', ${schema}, ${now})`.execute(db)
    return {
      async [Symbol.asyncDispose]() {
        await sql`delete from running_node where id = ${id} and place = ${place}`.execute(db)
        await db.destroy()
      },
    }
  }

  test('takes the bounds from dates without a known century', async () => {
    const url = await postgres.createDatabase()
    const former = Object.entries(migrations).filter(([name]) => name < '0024')
    {
      await using store = await openStore({ url, migrations: Object.fromEntries(former) })
      const seed = createSeed({ catalog: { ...store, clock: createTestClock() } as never })
      const collection_id = await seed.collection()
      const bounds = { strict_from: -719_528, strict_to: 1, fuzzy_from: -719_528, fuzzy_to: 1 }
      for (const edtf_date of ['1XXX', 'XXXX/1969', '190X'])
        await seed.point(await seed.image({ collection_id, edtf_date, ...bounds }))
    }
    await using store = await openStore({ url })
    const images = store.reads.selectFrom('image').select(['strict_from', 'fuzzy_to']).orderBy('id')
    expect(await images.execute()).toEqual([
      { strict_from: null, fuzzy_to: null },
      { strict_from: BEGINNING_OF_TIME, fuzzy_to: -1 },
      { strict_from: -25_567, fuzzy_to: -21_916 },
    ])
    const points = store.reads.selectFrom('point_current').select('fuzzy_to').orderBy('image_id')
    const ends = (await points.execute()).map(({ fuzzy_to }) => fuzzy_to)
    expect(ends).toEqual([null, -1, -21_916])
  })

  test('enters what is public in the list of changes, in the order of its time', async () => {
    const url = await postgres.createDatabase()
    const former = Object.entries(migrations).filter(([name]) => name < '0028')
    {
      await using store = await openStore({ url, migrations: Object.fromEntries(former) })
      const clock = createTestClock()
      const seed = createSeed({ catalog: { ...store, clock } as never })
      const collection_id = await seed.collection()
      for (const created_at of [20, 10, 10]) await seed.image({ collection_id, created_at })
      await seed.tag(1, await seed.subject())
      await seed.image({ collection_id: await seed.collection({ public: 0 }) })
    }
    await using store = await openStore({ url })
    const changes = store.reads.selectFrom('public_change').selectAll().orderBy('changed_at')
    const rows = await changes.execute()
    expect(rows.slice(0, 3)).toMatchObject([
      { changed_at: 10, kind: 'image', ref: 2, gone: 0 },
      { changed_at: 11, kind: 'image', ref: 3, gone: 0 },
      { changed_at: 20, kind: 'image', ref: 1, gone: 0 },
    ])
    expect(
      rows
        .slice(3)
        .map(({ kind, ref }) => `${kind} ${ref}`)
        .toSorted(),
    ).toEqual(['collection 1', 'source 1', 'source 2', 'subject 1'])
  })

  test('folds names with a dotted capital I again', async () => {
    const url = await postgres.createDatabase()
    const former = Object.entries(migrations).filter(([name]) => name < '0029')
    {
      await using store = await openStore({ url, migrations: Object.fromEntries(former) })
      const seed = createSeed({ catalog: { ...store, clock: createTestClock() } as never })
      await seed.image({ title: 'İzmir', creator: 'İda', creator_folded: 'i̇da' })
      await seed.point(1)
      await seed.license({ name: 'İI', name_folded: 'i̇i' })
      await seed.license({ name: 'Iİ', name_folded: 'ii̇' })
    }
    await using store = await openStore({ url })
    const { reads } = store
    expect(await Promise.all(['İI', 'Iİ', 'ii'].map((name) => findLicenseId(reads, name)))).toEqual(
      [1, 2, 1],
    )
    expect(await reads.selectFrom('image').select('creator_folded').execute()).toEqual([
      { creator_folded: 'ida' },
    ])
    const { rows } = await sql`select word from placed_title_word`.execute(reads as never)
    expect(rows).toEqual([{ word: 'izmir' }])
  })

  test('names a server that cannot be reached', async () => {
    const url = (await postgres.createDatabase()).replace('?host=', '?host=/nowhere')
    await expect(openStore({ url })).rejects.toMatchObject({ kind: 'unavailable' })
  })
})
