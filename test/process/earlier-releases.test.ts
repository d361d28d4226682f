import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schemaChanges } from '../../src/core/database/migrations/index.ts'
import { openStore as openPostgres } from '../../src/core/database/postgres/open-store.ts'
import { migrations as postgresMigrations } from '../../src/core/database/postgres/migrations/index.ts'
import { openStore as openSqlite } from '../../src/core/database/sqlite/open-store.ts'
import { migrations as sqliteMigrations } from '../../src/core/database/sqlite/migrations/index.ts'
import { readSchema } from '../../src/core/database/sqlite/schema.ts'
import {
  keptReleases,
  restorePostgres,
  unpackBackup,
  unpackDatabase,
} from '../support/kept-releases.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../support/postgres.ts'
import { runCli } from '../support/test-cli.ts'
import { createTestClock } from '../support/test-clock.ts'
import { createTestLog } from '../support/test-log.ts'
import { configureDatabase } from '../support/test-postgres.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const run = promisify(execFile)

const NAMES = Object.keys(schemaChanges)
const OTHER_VERSION = /another version of catalog/
const ADD_LATER = `insert into kysely_migration values ('9999-later', '2100-01-01T00:00:00Z')`

/** After the releases were made, so that their jobs are due. */
const clock = createTestClock('2100-01-01T00:00:00.000000Z')

/** Images of the demonstration whose files the fixtures keep. */
const WITH_FILES = [13, 26]

interface Change {
  type: string
  state: string
}

describe.each(keptReleases)('release %s on SQLite', (version) => {
  test('its backup is restored, migrated and served with the pictures', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
    const backup = await unpackBackup(version, join(folder.path, 'backups'))
    const data = join(folder.path, 'data')
    const restored = await runCli(['admin', 'restore', backup, '--data', data])
    expect(restored).toMatchObject({ code: 0 })
    const schema = readSchema(join(data, 'catalog.sqlite'))
    const { log, lines } = createTestLog()
    await using server = await startTestServer({ data }, { clock, log })
    const pending = NAMES.slice(schema.length)
    expectMigrated(lines, { from: schema.at(-1), pending, copy: copyIn(data, pending) })
    await expectServed(server)
    await expectPictures(server)
  })

  test('admin commands show the progress of the migration', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
    const data = await createData(folder.path, version)
    const pending = NAMES.slice(readSchema(join(data, 'catalog.sqlite')).length)
    const { code, stderr } = await runCli(['admin', 'license', 'list', '--data', data])
    expect(code).toBe(0)
    if (pending.length > 0) expect(stderr).toContain('Copying the database before its migration')
    for (const [index, name] of pending.entries())
      expect(stderr).toContain(`step ${index + 1} of ${pending.length}: ${name} …\n`)
    if (pending.length > 0) expect(stderr).toContain(`is in ${copyIn(data, pending)}.`)
  })

  test('the copy from before the migration leads back to it', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
    const data = await createData(folder.path, version)
    const file = join(data, 'catalog.sqlite')
    const schema = readSchema(file)
    const rows = readRows(file)
    await (await openSqlite({ file }))[Symbol.asyncDispose]()
    expect(readSchema(file)).toEqual(NAMES.filter((name) => name in sqliteMigrations))
    expect(listObjects(file)).toEqual(await listNewObjects(folder.path))
    const former = take(sqliteMigrations, schema)
    const open = async (): Promise<void> => {
      await using _store = await openSqlite({ file, migrations: former })
    }
    if (schema.length < NAMES.length) {
      await expect(open()).rejects.toThrow(OTHER_VERSION)
      for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true })
      await rename(copyIn(data, NAMES.slice(schema.length))!, file)
    }
    await open()
    expect(readSchema(file)).toEqual(schema)
    expect(readRows(file)).toEqual(rows)
  })
})

test('the database of a later version is refused and left alone', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
  const file = join(folder.path, 'catalog.sqlite')
  await (await openSqlite({ file }))[Symbol.asyncDispose]()
  const db = new Database(file)
  db.exec(ADD_LATER)
  db.close()
  const before = await readFile(file)
  await expectRefusals(folder.path)
  expect(await readFile(file)).toEqual(before)
})

describe.skipIf(postgresIsMissing('postgis'))('on PostgreSQL', () => {
  let postgres: Postgres

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
  })

  afterAll(() => postgres[Symbol.asyncDispose]())

  test('the database of a later version is refused', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
    const url = await postgres.createDatabase()
    await (await openPostgres({ url }))[Symbol.asyncDispose]()
    await run('psql', ['--quiet', '--command', ADD_LATER, url])
    await configureDatabase(folder.path, url)
    await expectRefusals(folder.path)
  })

  test.each(keptReleases)('a restored database of %s is migrated and served', async (version) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
    const data = join(folder.path, 'data')
    const url = await restorePostgres(version, { data, postgres })
    const schema = await readPostgresSchema(url)
    await configureDatabase(data, url)
    const { log, lines } = createTestLog()
    await using server = await startTestServer({ data }, { clock, log })
    expectMigrated(lines, { from: schema.at(-1), pending: NAMES.slice(schema.length) })
    await expectServed(server)
    await expectPictures(server)
  })

  test.each(keptReleases)('commands migrate %s, and its dump leads back to it', async (version) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
    const data = join(folder.path, 'data')
    const url = await restorePostgres(version, { data, postgres })
    const schema = await readPostgresSchema(url)
    const pending = NAMES.slice(schema.length)
    await configureDatabase(data, url)
    const { code, stdout, stderr } = await runCli(
      ['admin', 'migrate', 'up', '--json', '--data', data],
      { env: {} },
    )
    expect([code, stderr]).toEqual([0, expect.any(String)])
    expect(JSON.parse(stdout)).toMatchObject({ from: schema.at(-1), applied: pending })
    for (const [index, name] of pending.entries())
      expect(stderr).toContain(`step ${index + 1} of ${pending.length}: ${name} …\n`)
    const fresh = await postgres.createDatabase()
    await (await openPostgres({ url: fresh }))[Symbol.asyncDispose]()
    expect(await dumpSchema(url)).toEqual(await dumpSchema(fresh))

    const migrations = take(postgresMigrations, schema)
    if (pending.length > 0)
      await expect(openPostgres({ url, migrations })).rejects.toThrow(OTHER_VERSION)
    const again = await restorePostgres(version, { data: join(folder.path, 'again'), postgres })
    await (await openPostgres({ url: again, migrations }))[Symbol.asyncDispose]()
    expect(await readPostgresSchema(again)).toEqual(schema)
  })
})

/** Expects that neither a server nor a command opens a data directory, and that all say why. */
async function expectRefusals(data: string): Promise<void> {
  for (const words of [
    'serve --port 0',
    'admin user list',
    'admin migrate up',
    'admin migrate status',
  ]) {
    const { code, stderr } = await runCli([...words.split(' '), '--data', data])
    expect([code, stderr], words).toEqual([
      8,
      expect.stringContaining('has the schema 9999-later of another version of catalog'),
    ])
    expect(stderr).toContain('Install the version that made the database')
  }
}

interface Expected {
  from: string | undefined
  pending: readonly string[]
  copy?: string | undefined
}

function expectMigrated(lines: readonly string[], { from, pending, copy }: Expected): void {
  const logged = lines.map((line) => JSON.parse(line))
  const steps = logged.filter(({ msg }) => msg === 'migrating the database')
  const count = pending.length
  expect(steps).toMatchObject(
    pending.map((migration, index) => ({ migration, number: index + 1, count })),
  )
  const migrated = logged.find(({ msg }) => msg === 'database migrated')
  if (count === 0) expect(migrated).toBeUndefined()
  else expect(migrated).toMatchObject({ from, to: pending.at(-1), applied: pending })
  expect(migrated?.copy).toBe(copy)
}

async function expectServed(server: TestServer): Promise<void> {
  const { count } = await server.get('/api/v2/images/')
  expect(count).toBeGreaterThan(50)
  const found = await server.get('/api/v2/search/text/?q=lighthouse')
  expect(found.count).toBeGreaterThan(0)
  const { features } = await server.get('/api/v2/georeferences/')
  expect(features.length).toBeGreaterThan(30)
  for (const { id, properties } of features) {
    const { image_id, validation_count, verdict, score } = properties
    if (validation_count === 0) continue
    const { georeferences } = await server.get(`/api/v2/images/${image_id}/`)
    expect(georeferences).toContainEqual(expect.objectContaining({ id, verdict, score }))
  }
  // An image with the date XXXX was in the decade 4990.
  const decades: { decade: number | null }[] = await server.get('/api/v2/images/years/')
  expect(Math.max(...decades.map(({ decade }) => decade ?? 0))).toBeLessThan(2100)
  const { results } = await server.get('/api/v2/changes/?limit=1000')
  const changed = results.filter(
    ({ type, state }: Change) => type === 'image' && state === 'changed',
  )
  expect(changed).toHaveLength(count)
  expect(new Set(results.map(({ type }: Change) => type)).size).toBe(4)
  const events = await server.get('/api/v2/activity/')
  expect(events.length).toBeGreaterThan(10)
}

/** Expects the kept files, and derivatives, which a job of the earlier version makes. */
async function expectPictures(server: TestServer): Promise<void> {
  await server.catalog.jobs.drain()
  for (const id of WITH_FILES) {
    const { permalink, thumbnail } = await server.get(`/api/v2/images/${id}/`)
    expect(thumbnail).not.toBe(permalink)
    for (const url of [permalink, thumbnail]) {
      const response = await server.fetch(url)
      expect(response.status).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    }
  }
}

/** Creates a data directory with the database of a release. @returns its path */
async function createData(folder: string, version: string): Promise<string> {
  const data = join(folder, 'data')
  await unpackDatabase(version, data)
  return data
}

function copyIn(data: string, pending: readonly string[]): string | undefined {
  return pending[0] === undefined ? undefined : join(data, `before-${pending[0]}.sqlite`)
}

function take(
  migrations: Record<string, Migration>,
  names: readonly string[],
): Record<string, Migration> {
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
}

async function readPostgresSchema(url: string): Promise<string[]> {
  const query = 'select name from kysely_migration order by name'
  const { stdout } = await run('psql', ['--no-align', '--tuples-only', '--command', query, url])
  return stdout.trim().split('\n')
}

/** Without the random lines of newer versions of pg_dump. */
async function dumpSchema(url: string): Promise<string[]> {
  const { stdout } = await run('pg_dump', ['--schema-only', '--no-owner', url], {
    maxBuffer: 16 * 1024 ** 2,
  })
  return stdout.split('\n').filter((line) => !/^\\(un)?restrict /.test(line))
}

async function listNewObjects(folder: string): Promise<unknown[]> {
  const file = join(folder, 'new.sqlite')
  await (await openSqlite({ file }))[Symbol.asyncDispose]()
  return listObjects(file)
}

/** Lists tables, indexes and triggers with their definitions, whose line breaks have no meaning. */
function listObjects(file: string): unknown[] {
  const objects = readAll<{ type: string; name: string; sql: string | null }>(
    file,
    'select type, name, sql from sqlite_schema order by type, name',
  )
  return objects.map(({ sql, ...object }) => ({ ...object, sql: sql?.replaceAll(/\s+/g, ' ') }))
}

/** Reads the tables that people and programs fill. */
function readRows(file: string): unknown[] {
  return [
    'user',
    'image',
    'georeference',
    'validation',
    'comment',
    'audit_entry',
    'activity_event',
  ].map((table) => readAll(file, `select * from ${table} order by 1`))
}

function readAll<Row>(file: string, query: string): Row[] {
  const database = new Database(file, { readonly: true })
  try {
    return database.prepare<[], Row>(query).all()
  } finally {
    database.close()
  }
}
