import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databasePath, textIndexPath } from '../../../src/core/storage/disk/data-folder.ts'
import type { CatalogError } from '../../../src/core/base/errors.ts'
import { silentLog } from '../../../src/core/base/log.ts'
import { createTextSearch } from '../../../src/core/resident/text/threaded-text-search.ts'
import { searchableItself } from '../../../src/core/resident/index/searchable.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { createTestLog } from '../../support/test-log.ts'

/** Waits for as long as a test may take. */
const { signal } = new AbortController()

const searchFor = (text: string) => ({
  text,
  threshold: 0.7,
  filter: {},
  page: { number: 1, size: 20 },
})

const textSearchOf = (
  { catalog, clock, data }: TestCatalog,
  deadlineSeconds: number,
  log = silentLog,
) =>
  createTextSearch({
    searchable: searchableItself({ file: databasePath(data) }),
    indexFile: textIndexPath(data),
    limits: { maxBytes: 2 ** 32 },
    reads: catalog.reads,
    deadlineSeconds,
    clock,
    log,
  })

/** Runs searches at once. Returns the names of those that found something, in the order of their ends. */
async function race(searches: Record<string, Promise<unknown>>) {
  const found: string[] = []
  const rejected: Record<string, Error> = {}
  await Promise.all(
    Object.entries(searches).map(([name, search]) =>
      search.then(
        () => found.push(name),
        (error: Error) => (rejected[name] = error),
      ),
    ),
  )
  return { found, rejected }
}

test('a search that exceeds its deadline while the index is built says so', async () => {
  await using here = await openTestCatalog()
  await using textSearch = textSearchOf(here, 0.001)
  await expect(textSearch.find(searchFor('church'), 'a', signal)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The search index is being built. Try again in 30 seconds.',
    details: { retryAfterSeconds: 30 },
  })
})

test('a search that exceeds its deadline says what to do', async () => {
  await using here = await openTestCatalog()
  const collection = await here.seed.collection()
  await here.seed.images(
    collection,
    Array.from({ length: 500 }, (_, n) => n + 1),
  )
  const words = Array.from({ length: 60 }, (_, n) => `church${n}`).join(' ')
  const text = words.slice(0, 500)
  const describe = sql`update image set description = ${`${words} `.repeat(30)}`
  await here.catalog.write((tx) => describe.execute(tx))
  await using textSearch = textSearchOf(here, 0.005)
  const failure = () =>
    textSearch.find(searchFor(text), 'a', signal).then(
      () => undefined,
      (error: CatalogError) => error,
    )
  await expect
    .poll(async () => (await failure())?.message)
    .toBe(
      'The search took longer than 0.005 seconds. Search for fewer or longer words, lower the threshold, or filter by collection, source, subject or year.',
    )
})

test('loads the index of a large catalog before the first search', async () => {
  await using here = await openTestCatalog()
  const { log, lines } = createTestLog()
  await here.seed.image({ id: 30_000 })
  await using textSearch = textSearchOf(here, 60, log)
  await textSearch.warmUp()
  expect(lines.join()).toContain('built the text index of 1 images')
})

test('an aborted search rejects with the reason, and the next one runs', async () => {
  await using here = await openTestCatalog()
  const image = await here.seed.image({ title: 'Church' })
  const client = new AbortController()
  const search = here.catalog.textSearch.find(searchFor('church'), 'a', client.signal)
  client.abort(new Error('The client has disconnected.'))
  await expect(search).rejects.toThrow('The client has disconnected.')
  const again = here.catalog.textSearch.find(searchFor('church'), 'a', client.signal)
  await expect(again).rejects.toThrow('The client has disconnected.')
  const { hits } = await here.catalog.textSearch.find(searchFor('church'), 'a', signal)
  expect(hits).toEqual([{ imageId: image, similarity: 1 }])
})

test('a search whose thread crashes rejects, and the next one starts another thread', async () => {
  await using here = await openTestCatalog()
  const { log, lines } = createTestLog()
  await using textSearch = textSearchOf(here, 60, log)
  const image = await here.seed.image({ title: 'Church' })
  const rename = (from: string, to: string) =>
    here.catalog.write((tx) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx),
    )
  await rename('comment', 'hidden')
  await expect(textSearch.find(searchFor('church'), 'a', signal)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'Search stopped unexpectedly and is starting again. Try again in 5 seconds.',
  })
  expect(lines.join()).toContain('no such table: comment')
  await rename('hidden', 'comment')
  const { hits } = await textSearch.find(searchFor('church'), 'a', signal)
  expect(hits).toEqual([{ imageId: image, similarity: 1 }])
})

test('starts the thread less and less often while it crashes', async () => {
  await using here = await openTestCatalog()
  const { log, lines } = createTestLog()
  await using textSearch = textSearchOf(here, 60, log)
  const search = () =>
    textSearch.find(searchFor('church'), 'a', signal).then(
      ({ count }) => count,
      (error: CatalogError) => error.message,
    )
  const stopped = (seconds: number) =>
    `Search stopped unexpectedly and is starting again. Try again in ${seconds} seconds.`
  await here.catalog.write((tx) => sql`alter table comment rename to hidden`.execute(tx))
  for (const seconds of [0, 5, 10, 20]) {
    await search()
    if (seconds > 0) expect(await search()).toBe(stopped(seconds))
    here.clock.advance(seconds)
  }
  expect(lines).toHaveLength(4)
  await here.catalog.write((tx) => sql`alter table hidden rename to comment`.execute(tx))
  expect(await search()).toBe(0)
})

test('rejects searches if the database cannot be read', async () => {
  await using here = await openTestCatalog()
  await using textSearch = textSearchOf({ ...here, data: '/nowhere' }, 60)
  const search = textSearch.find(searchFor('church'), 'a', signal)
  await expect(search).rejects.toMatchObject({ kind: 'unavailable' })
})

test('rejects all searches when the catalog is closed', async () => {
  await using here = await openTestCatalog()
  const textSearch = textSearchOf(here, 60)
  const searches = ['a', 'b'].map((client) => textSearch.find(searchFor('church'), client, signal))
  const settled = Promise.allSettled(searches)
  await textSearch[Symbol.asyncDispose]()
  const stopped = { status: 'rejected', reason: { message: 'The server is stopping.' } }
  expect(await settled).toMatchObject([stopped, stopped])
  const late = textSearch.find(searchFor('church'), 'a', signal)
  await expect(late).rejects.toThrow('The server is stopping.')
})

test('equal searches of many clients share one result', async () => {
  await using here = await openTestCatalog()
  const image = await here.seed.image({ title: 'Church' })
  const { textSearch } = here.catalog
  await textSearch.find(searchFor('bridge'), 'a', signal)
  const clients = Array.from({ length: 30 }, (_, n) => `client ${n}`)
  const pages = await Promise.all(
    clients.map((client) => textSearch.find(searchFor('church'), client, signal)),
  )
  expect(pages).toEqual(
    clients.map(() => ({ hits: [{ imageId: image, similarity: 1 }], count: 1 })),
  )
})

test('a client with many searches neither delays nor displaces the search of another', async () => {
  await using here = await openTestCatalog()
  await here.seed.image({ title: 'Church' })
  const { textSearch } = here.catalog
  const texts = Array.from({ length: 12 }, (_, n) => `church ${n}`)
  const ofBusy = texts.map((text) => [text, textSearch.find(searchFor(text), 'busy', signal)])
  const other = textSearch.find(searchFor('church'), 'other', signal)
  const { found, rejected } = await race({ ...Object.fromEntries(ofBusy), other })
  // Seven wait beside the other client's search. All arrive while the index is loaded.
  expect(new Set(Object.keys(rejected))).toEqual(new Set(texts.slice(7)))
  expect(Object.values(rejected)[0]).toMatchObject({
    kind: 'unavailable',
    message: 'Too many searches are waiting. Try again in 5 seconds.',
  })
  expect(found.indexOf('other')).toBeLessThan(2)
})

test('a client that searches for the same as a busy one waits only for this search', async () => {
  await using here = await openTestCatalog()
  await here.seed.image({ title: 'Church' })
  const { textSearch } = here.catalog
  const texts = Array.from({ length: 7 }, (_, n) => `church ${n}`)
  const ofBusy = texts.map((text) => [text, textSearch.find(searchFor(text), 'busy', signal)])
  const other = textSearch.find(searchFor('church 6'), 'other', signal)
  const { found } = await race({ ...Object.fromEntries(ofBusy), other })
  expect(found.slice(0, 3)).toContain('other')
  expect(found).toHaveLength(8)
})

test('a client that searches for the same as a busy one is not rejected in its place', async () => {
  await using here = await openTestCatalog()
  await here.seed.image({ title: 'Church' })
  const { textSearch } = here.catalog
  const texts = Array.from({ length: 9 }, (_, n) => `church ${n}`)
  const ofBusy = texts.map((text) => [text, textSearch.find(searchFor(text), 'busy', signal)])
  const other = textSearch.find(searchFor('church 8'), 'other', signal)
  const third = textSearch.find(searchFor('church'), 'third', signal)
  const { rejected } = await race({ ...Object.fromEntries(ofBusy), other, third })
  expect(Object.keys(rejected).toSorted()).toEqual(['church 6', 'church 7'])
})

test('equal searches that wait while the index is built count once', async () => {
  await using here = await openTestCatalog()
  await here.seed.image({ title: 'Church' })
  const { textSearch } = here.catalog
  const pages = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      textSearch.find(searchFor('church'), `client ${n}`, signal),
    ),
  )
  expect(pages.map(({ count }) => count)).toEqual(Array(30).fill(1))
})

test('a search continues for the other clients when the first one disconnects', async () => {
  await using here = await openTestCatalog()
  await here.seed.image({ title: 'Church' })
  const { textSearch } = here.catalog
  const first = new AbortController()
  const stopped = textSearch.find(searchFor('church'), 'a', first.signal)
  const others = ['church', 'bridge'].map((text) => textSearch.find(searchFor(text), 'b', signal))
  first.abort(new Error('The client has disconnected.'))
  await expect(stopped).rejects.toThrow('The client has disconnected.')
  expect((await Promise.all(others)).map(({ count }) => count)).toEqual([1, 0])
})
