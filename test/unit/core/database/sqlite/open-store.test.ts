import Database from 'better-sqlite3'
import { copyFile, mkdir, mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { takeServeLock } from '../../../../../src/core/database/sqlite/serve-lock.ts'
import { checkpointWal } from '../../../../../src/core/database/sqlite/checkpoint-wal.ts'
import { openStore } from '../../../../../src/core/database/sqlite/open-store.ts'
import { createTemporaryStore } from '../../../../support/temporary-store.ts'

const someone = {
  id: 1,
  username: 'Åse',
  username_folded: 'åse',
  is_staff: 0,
  created_at: 0,
} as const

test('the writer is fully synchronous, so that committed writes survive power loss', async () => {
  await using temporary = await createTemporaryStore()
  const level = await temporary.store.write((tx) => sql`pragma synchronous`.execute(tx))
  expect(level.rows).toEqual([{ synchronous: 2 }])
})

test('leaves one file after closing, even without reads', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
  const store = await openStore({ file: join(folder.path, 'catalog.sqlite') })
  await store.write((tx) => tx.insertInto('user').values(someone).execute())
  await store[Symbol.asyncDispose]()
  expect(await readdir(folder.path)).toEqual(['catalog.sqlite'])
})

test('checkpoints the write-ahead log of a crashed process before it writes', async () => {
  await using crashed = await createTemporaryStore()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
  await crashed.store.write((tx) => tx.insertInto('user').values(someone).execute())
  const file = join(folder.path, 'catalog.sqlite')
  for (const part of ['', '-wal']) await copyFile(crashed.file + part, file + part)
  checkpointWal(file)
  const alone = join(folder.path, 'alone.sqlite')
  await copyFile(file, alone)
  const database = new Database(alone, { readonly: true })
  expect(database.prepare('select username from user').pluck().all()).toEqual(['Åse'])
  database.close()
})

test('keeps the content of an existing database', async () => {
  await using temporary = await createTemporaryStore()
  await temporary.store.write((tx) => tx.insertInto('user').values(someone).execute())
  await using again = await openStore({ file: temporary.file })
  expect(await again.reads.selectFrom('user').select('username').execute()).toEqual([
    { username: 'Åse' },
  ])
})

test.each([
  [
    'a newer version',
    "insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00Z')",
  ],
  [
    'a version before the first release',
    "update kysely_migration set name = '0001-initial' where name like '0001-%'",
  ],
])('rejects a database of %s', async (_, statement) => {
  await using temporary = await createTemporaryStore()
  await temporary.store.write((tx) => sql.raw(statement).execute(tx))
  await expect(openStore({ file: temporary.file })).rejects.toThrow(/another version of catalog/)
})

test('a write that ends its savepoint fails, and the next one succeeds', async () => {
  await using temporary = await createTemporaryStore()
  const { store } = temporary
  const broken = store.write((tx) => sql`release one`.execute(tx))
  const beside = store.write((tx) => tx.insertInto('user').values(someone).execute())
  await expect(broken).rejects.toThrow(/savepoint/)
  await beside
  expect(await store.reads.selectFrom('user').select('id').execute()).toEqual([{ id: 1 }])
})

test('a failed write stores nothing and calls no listeners', async () => {
  await using temporary = await createTemporaryStore()
  const told: string[] = []
  const failing = temporary.store.write(async (tx, afterCommit) => {
    await tx.insertInto('user').values(someone).execute()
    afterCommit(() => told.push('committed'))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await temporary.store.reads.selectFrom('user').selectAll().execute()).toEqual([])
  expect(told).toEqual([])
})

test('geometry columns are indexed SpatiaLite columns on WGS 84', async () => {
  await using temporary = await createTemporaryStore()
  const columns = await sql<{ f_table_name: string; srid: number; spatial_index_enabled: number }>`
    select f_table_name, srid, spatial_index_enabled from geometry_columns order by 1
  `.execute(temporary.store.reads as never)
  expect(columns.rows).toEqual(
    ['from_above_georeference', 'georeference', 'subject_geometry'].map((f_table_name) => ({
      f_table_name,
      srid: 4326,
      spatial_index_enabled: 1,
    })),
  )
})

test('reports a full disk, and the store stays usable', async () => {
  await using temporary = await createTemporaryStore()
  const { write } = temporary.store
  await write((tx) => sql`pragma max_page_count = 1`.execute(tx))
  const value = JSON.stringify('x'.repeat(100_000))
  const full = write((tx) => tx.insertInto('setting').values({ name: 'long', value }).execute())
  await expect(full).rejects.toMatchObject({
    name: 'CatalogError',
    kind: 'unavailable',
    message: expect.stringContaining('full') as string,
  })
  await write((tx) => sql`pragma max_page_count = 100000`.execute(tx))
  await write((tx) => tx.insertInto('setting').values({ name: 'long', value }).execute())
  expect(await temporary.store.reads.selectFrom('setting').select('name').execute()).toHaveLength(1)
})

test('reports the database as busy if another process holds the lock', async () => {
  await using temporary = await createTemporaryStore({ busyTimeoutMs: 0 })
  const { write } = temporary.store
  const other = new Database(temporary.file)
  other.exec('begin immediate')
  const busy = write((tx) => tx.insertInto('user').values(someone).execute())
  await expect(busy).rejects.toMatchObject({
    name: 'CatalogError',
    kind: 'busy',
    details: { retryAfterSeconds: expect.any(Number) as number },
  })
  other.close()
  await write((tx) => tx.insertInto('user').values(someone).execute())
  expect(await temporary.store.reads.selectFrom('user').select('id').execute()).toEqual([{ id: 1 }])
})

test('names files that are not writable when it opens them', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
  for (const name of ['catalog.sqlite', 'serve.lock.sqlite']) await mkdir(join(folder.path, name))
  const sentence = (name: string) => ({
    kind: 'unavailable',
    message: expect.stringMatching(
      new RegExp(`/${name} cannot be written .*free space on its disk\\.$`),
    ) as string,
  })
  const file = join(folder.path, 'catalog.sqlite')
  await expect(openStore({ file })).rejects.toMatchObject(sentence('catalog.sqlite'))
  await expect(async () => takeServeLock(folder.path)).rejects.toMatchObject(
    sentence('serve.lock.sqlite'),
  )
})
