import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../../src/core/base/log.ts'
import type { Migrated, WaitingMigrations } from '../../../src/core/database/migrated.ts'
import type { PhasedMigration } from '../../../src/core/database/migrations/schema-change.ts'
import { readMigrations } from '../../../src/core/database/postgres-migrations.ts'
import { announceNode } from '../../../src/core/database/running-nodes.ts'
import { connect } from '../../../src/core/database/postgres/connect.ts'
import { migrateDatabase } from '../../../src/core/database/postgres/migrate-database.ts'
import { migrations } from '../../../src/core/database/postgres/migrations/index.ts'
import { openStore } from '../../../src/core/database/postgres/open-store.ts'
import { checkPostgres } from '../../../src/cli/doctor/check-postgres.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { runCli } from '../../support/test-cli.ts'
import { configureDatabase } from '../../support/test-postgres.ts'

const NEWEST = Object.keys(migrations).at(-1)!

const execute =
  (statement: string): PhasedMigration['up'] =>
  async (db) =>
    void (await sql.raw(statement).execute(db))

const addColumn: PhasedMigration = {
  phase: 'expand',
  up: execute('alter table image add column shelf text'),
}
const dropColumn: PhasedMigration = {
  phase: 'contract',
  up: execute('alter table image drop column shelf'),
}
const withoutPhase: PhasedMigration = { up: execute('select 1') }

/** The next version adds a column, and takes it away when it is alone. */
const next = { ...migrations, '9001-shelf': addColumn, '9002-no-shelf': dropColumn }

describe.skipIf(postgresIsMissing('postgis'))('a version that expands the schema', () => {
  let postgres: Postgres

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
  })

  afterAll(() => postgres[Symbol.asyncDispose]())

  const announce = (url: string, place: string, known: typeof migrations, more: object = {}) =>
    announceNode({
      url,
      id: place,
      place,
      version: '1',
      log: silentLog,
      migrations: known,
      ...more,
    })

  test('migrates beside nodes of the former one, which start again, and contracts on request', async () => {
    const url = await postgres.createCatalog()
    const waits: WaitingMigrations[] = []
    {
      await using _former = await announce(url, 'one:/', migrations)
      const done: Migrated[] = []
      const observer = {
        onMigrated: (migrated: Migrated) => void done.push(migrated),
        onMigrationsWait: (waiting: WaitingMigrations) => void waits.push(waiting),
      }
      await using _later = await openStore({ url, migrations: next, ...observer })
      expect(done).toEqual([
        { from: NEWEST, to: '9001-shelf', applied: ['9001-shelf'], copy: null },
      ])
      expect(waits).toMatchObject([{ waiting: ['9002-no-shelf'], waitsFor: [{ place: 'one:/' }] }])
      await using _again = await openStore({ url })
      await using _other = await announce(url, 'two:/', migrations)
    }
    await using _alone = await openStore({ url, migrations: next })
    expect(await listApplied(url)).not.toContain('9002-no-shelf')
    await migrateDatabase(url, { migrations: next, contract: true })
    expect(await listApplied(url)).toEqual([NEWEST, '9001-shelf', '9002-no-shelf'])
    const refused = { message: expect.stringContaining('9002-no-shelf') as string }
    await expect(openStore({ url })).rejects.toMatchObject(refused)
    await expect(announce(url, 'one:/', migrations)).rejects.toMatchObject(refused)
  })

  test('contracts only without nodes that might come back, unless forced', async () => {
    const url = await postgres.createCatalog()
    await using _former = await announce(url, 'one:/', migrations)
    await using _store = await openStore({ url, migrations: next })
    await silence(url, 'one:/')
    const waits: WaitingMigrations[] = []
    const onMigrationsWait = (waiting: WaitingMigrations): void => void waits.push(waiting)
    await migrateDatabase(url, { migrations: next, contract: true, onMigrationsWait })
    expect(waits).toMatchObject([{ waitsFor: [{ place: 'one:/' }] }])
    expect(await listApplied(url)).not.toContain('9002-no-shelf')
    await migrateDatabase(url, { migrations: next, force: true })
    expect(await listApplied(url)).toContain('9002-no-shelf')
  })

  test('a running node is told when its schema was taken away', async () => {
    const url = await postgres.createCatalog()
    const { promise: refused, resolve: onRefused } = Promise.withResolvers<Error>()
    await using _former = await announce(url, 'one:/', migrations, { intervalMs: 10, onRefused })
    await migrateDatabase(url, { migrations: next, force: true })
    expect(await refused).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('9002-no-shelf') as string,
    })
  })

  test('the next version contracts what a former one has left, when it needs more', async () => {
    const url = await postgres.createCatalog()
    await using _store = await openStore({ url, migrations: next })
    const afterNext = { ...next, '9003-more': { ...addColumn, up: execute('select 1') } }
    await using _later = await openStore({ url, migrations: afterNext })
    expect(await listApplied(url)).toEqual([NEWEST, '9001-shelf', '9002-no-shelf', '9003-more'])
  })

  test('refuses what it needs beside nodes that fail with it, and applies nothing', async () => {
    const url = await postgres.createCatalog()
    await using _former = await announce(url, 'one:/', migrations)
    const afterContraction = { ...next, '9003-later': { ...addColumn, up: execute('select 1') } }
    const unphased = { ...migrations, '9001-shelf': addColumn, '9002-all': withoutPhase }
    for (const known of [afterContraction, unphased])
      await expect(openStore({ url, migrations: known })).rejects.toMatchObject({
        kind: 'busy',
        message: expect.stringContaining('one:/') as string,
      })
    expect(await listApplied(url)).toEqual([NEWEST])
    await using _forced = await openStore({ url, migrations: unphased, force: true })
    expect(await listApplied(url)).toContain('9002-all')
  })

  test('waits for a long transaction without blocking those that come after it', async () => {
    const url = await postgres.createCatalog()
    await using _former = await announce(url, 'one:/', migrations)
    const reading = connect(url, 2)
    const long = await reading.startTransaction().execute()
    await sql`select count(*) from image`.execute(long)
    const opening = openStore({ url, migrations: next })
    const isWaiting = async () =>
      (
        await postgres.query(
          `select from pg_locks where not granted and mode = 'AccessExclusiveLock'`,
        )
      ).length > 0
    await expect.poll(isWaiting, { interval: 5 }).toBe(true)
    const began = performance.now()
    await sql`select count(*) from image`.execute(reading)
    expect(performance.now() - began).toBeLessThan(10_000)
    await long.rollback().execute()
    await using _store = await opening
    expect(await listApplied(url)).toContain('9001-shelf')
    await reading.destroy()
  })

  test('is known to the status, doctor and dump of the former one', async () => {
    const url = await postgres.createCatalog()
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-rolling-'))
    const data = join(folder.path, 'data')
    await configureDatabase(data, url)
    const readStatus = async (): Promise<unknown> =>
      JSON.parse((await runCli(['admin', 'migrate', 'status', '--data', data, '--json'])).stdout)
    expect(await readStatus()).toMatchObject({ phase: 'done', later: [], waits_for: [] })
    await using _former = await announce(url, 'one:/', migrations)
    await using _store = await openStore({ url, migrations: next })
    expect(await readStatus()).toMatchObject({ phase: 'done', later: ['9001-shelf'] })
    const checked = await checkPostgres(url, readMigrations)
    expect(checked).toMatchObject({ message: expect.stringContaining('has expanded') as string })
    const dump = await runCli(['admin', 'dump', join(folder.path, 'dump'), '--data', data])
    expect([dump.code, dump.stderr]).toEqual([3, expect.stringContaining('9001-shelf')])
  })

  /** As if the node could not reach the database for two minutes. */
  async function silence(url: string, place: string): Promise<void> {
    const db = connect(url, 1)
    const silent = sql`update running_node set seen_at = seen_at - 120000000 where place = ${place}`
    await silent.execute(db)
    await db.destroy()
  }

  /** The newest migration of this version, and those of later ones. */
  async function listApplied(url: string): Promise<string[]> {
    const db = connect(url, 1)
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration where name >= ${NEWEST} order by name`.execute(db)
    await db.destroy()
    return rows.map(({ name }) => name)
  }
})
