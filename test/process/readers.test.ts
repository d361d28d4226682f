import { sql } from 'kysely'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../src/core/base/log.ts'
import { startReader, createReaders } from '../../src/core/resident/lists/readers.ts'
import { searchableItself } from '../../src/core/resident/index/searchable.ts'
import { createImageMemory } from '../../src/core/resident/columns/images.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import { createTestLog } from '../support/test-log.ts'

const FIRST = {
  list: 'images',
  filter: { visibility: 'public' },
  terms: [{ field: 'order', descending: true }],
  page: { number: 1, size: 50 },
} as const
const BEYOND = { ...FIRST, page: { number: 2, size: 50 } }

const readersOf = ({ clock, data }: TestCatalog) =>
  createReaders(searchableItself({ file: join(data, 'catalog.sqlite') }), { clock, log: silentLog })

test('rejects a page past the end as the database does, with or without lists in memory', async () => {
  await using here = await openTestCatalog()
  await using readers = readersOf(here)
  const refusal = { kind: 'not_found', message: 'Invalid page.' }
  await expect(readers.ask('page', BEYOND)).rejects.toMatchObject(refusal)
  await readers.loadColumnStore()
  await expect(readers.ask('page', BEYOND)).rejects.toMatchObject(refusal)
})

test('settles all queries when the readers are disposed', async () => {
  await using here = await openTestCatalog()
  const readers = readersOf(here)
  const asked = Promise.allSettled([readers.ask('page', FIRST), readers.ask('page', BEYOND)])
  await readers[Symbol.asyncDispose]()
  expect((await asked).map(({ status }) => status)).toHaveLength(2)
})

test('a reader rejects queries after it was disposed', async () => {
  await using here = await openTestCatalog()
  const store = { file: join(here.data, 'catalog.sqlite') }
  const reader = startReader(
    { store, hasColumnStore: false, images: createImageMemory() },
    () => undefined,
  )
  await reader[Symbol.asyncDispose]()
  await expect(reader.request({ name: 'page', query: FIRST })).rejects.toThrow(
    'The server is stopping.',
  )
})

test('a reader without its database rejects its query and reports its end', async () => {
  const ended = Promise.withResolvers<unknown>()
  const store = { file: '/nowhere/catalog.sqlite' }
  await using reader = startReader(
    { store, hasColumnStore: false, images: createImageMemory() },
    ended.resolve,
  )
  await expect(reader.request({ name: 'page', query: FIRST })).rejects.toThrow()
  expect(((await ended.promise) as Error).message).toMatch(/storage of this service failed/)
})

const IN_VIEW = {
  latitude: 47.56,
  longitude: 7.59,
  radius: null,
  filter: {},
  page: { number: 1, size: 20 },
} as const

test('searches in view after a reader ended, and after changes that were purged', async () => {
  await using here = await openTestCatalog()
  const file = join(here.folder, 'later', 'catalog.sqlite')
  await using readers = createReaders(searchableItself({ file }), {
    clock: here.clock,
    log: silentLog,
  })
  await expect(readers.findInView(IN_VIEW)).rejects.toThrow()
  await symlink(here.data, join(here.folder, 'later'))
  expect(await readers.findInView(IN_VIEW)).toMatchObject({ hits: [] })
  const imageId = await here.seed.image()
  await here.seed.point(imageId)
  await here.catalog.write((tx) => sql`delete from change where kind = 'collection'`.execute(tx))
  expect(await readers.findInView(IN_VIEW)).toMatchObject({ hits: [{ imageId }] })
})

test('starts a crashing reader with backoff, and meanwhile reads lists from the database', async () => {
  await using here = await openTestCatalog()
  const { log, lines } = createTestLog()
  const file = join(here.data, 'catalog.sqlite')
  await using readers = createReaders(searchableItself({ file }), { clock: here.clock, log })
  const rename = (from: string, to: string) =>
    here.catalog.write((tx) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx),
    )
  await rename('area_current', 'hidden')
  // The third one fails without a thread.
  for (let search = 0; search < 3; search++) {
    const failure = { details: { retryAfterSeconds: 5 } }
    await expect(readers.findInView(IN_VIEW)).rejects.toMatchObject(failure)
  }
  expect(lines).toHaveLength(2)
  expect(await readers.ask('page', FIRST)).toEqual({ ids: [], count: 0 })
  expect(lines).toHaveLength(2)
  await rename('hidden', 'area_current')
  here.clock.advance(5)
  expect(await readers.findInView(IN_VIEW)).toMatchObject({ hits: [] })
})

test('answers before and after the lists are in memory, and includes new writes', async () => {
  await using here = await openTestCatalog()
  await using readers = readersOf(here)
  const first = await here.seed.image()
  expect(await readers.ask('page', FIRST)).toEqual({ ids: [first], count: 1 })
  await readers.loadColumnStore()
  const second = await here.seed.image()
  expect(await readers.ask('page', FIRST)).toEqual({ ids: [second, first], count: 2 })
  const byReference = { visibility: 'everything', referenceIds: ['R-1'] } as const
  expect((await readers.ask('page', { ...FIRST, filter: byReference })).count).toBe(0)
})
