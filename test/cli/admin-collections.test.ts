import { afterAll, expect, test } from 'vitest'
import { SOURCE_TEXTS } from '../support/new-source.ts'
import { createSeed } from '../support/seed.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { issueToken } from '../support/tokens.ts'

/** Runs `catalog admin …` on the data directory of the running server. */
async function admin(server: TestServer, words: string[], options: TestCliOptions = {}) {
  const env = { CATALOG_DATA: server.data }
  const result = await runCli(['admin', ...words, '--json'], {
    env,
    clock: server.clock,
    ...options,
  })
  return { ...result, body: JSON.parse(result.stdout || 'null') }
}

async function startWithTwoSources() {
  const server = await startTestServer()
  const seed = createSeed(server)
  const city = await seed.source({ name: 'City' })
  const museum = await seed.source({ name: 'Museum', public: 0 })
  const bridges = await seed.collection({ source_id: city, name: 'Bridges' })
  const harbor = await seed.collection({ source_id: city, name: 'Harbor', public: 0 })
  const paintings = await seed.collection({ source_id: museum, name: 'Paintings' })
  return { server, seed, city, museum, bridges, harbor, paintings }
}

const actionsOf = async (server: TestServer): Promise<string[]> => {
  const { body } = await admin(server, ['audit', 'list'])
  return body.map(({ action }: { action: string }) => action)
}

test('lists hidden sources and collections with all their images', async () => {
  const { server, seed, harbor } = await startWithTwoSources()
  await using _server = server
  await seed.image({ collection_id: harbor })
  const sources = await admin(server, ['source', 'list'])
  expect(sources.body).toMatchObject([
    { slug: 'city', public: true, collections: 2, images: 1 },
    { slug: 'museum', public: false, collections: 1, images: 0 },
  ])
  const collections = await admin(server, ['collection', 'list'])
  expect(collections.body).toMatchObject([
    { slug: 'bridges', source: 'city', public: true, visible: true, images: 0 },
    { slug: 'harbor', source: 'city', public: false, visible: false, images: 1 },
    { slug: 'paintings', source: 'museum', public: true, visible: false, images: 0 },
  ])
  const inMuseum = await admin(server, ['collection', 'list', '--source', 'museum'])
  expect(inMuseum.body).toMatchObject([{ slug: 'paintings' }])
  expect((await admin(server, ['source', 'show', 'museum'])).body).toMatchObject({ images: 0 })
  const { stdout } = await runCli(['admin', 'collection', 'list', '--data', server.data])
  expect(stdout.split('\n')[0]).toBe('id\tslug\tname\tsource\tpublic\tvisible\timages')
})

test('changes the given members of a source only, and records them once', async () => {
  const { server, city } = await startWithTwoSources()
  await using _server = server
  const words = ['source', 'edit', 'city', '--name', 'City archive', '--site-url', '']
  const { code, body } = await admin(server, words)
  expect([code, body]).toMatchObject([0, { name: 'City archive', slug: 'city', url: '' }])
  await admin(server, words)
  expect(await server.get(`/api/v2/sources/${city}/`)).toMatchObject({ name: 'City archive' })
  const { body: entries } = await admin(server, ['audit', 'list'])
  expect(entries).toMatchObject([
    {
      action: 'source.edit',
      object: `source/${city}`,
      before: { name: 'City', url: 'https://source.example/' },
      after: { name: 'City archive', url: '' },
    },
  ])
})

test('changes a collection that its source and slug name', async () => {
  const { server, bridges } = await startWithTwoSources()
  await using _server = server
  const words = ['collection', 'edit', 'city/bridges', '--slug', 'ferries', '--description', 'New.']
  const { body } = await admin(server, words)
  expect(body).toMatchObject({ id: bridges, slug: 'ferries', description: 'New.' })
  expect(await server.get(`/api/v2/collections/${bridges}/`)).toMatchObject({ slug: 'ferries' })
})

test('publishes what standard input lists, once', async () => {
  const { server, harbor } = await startWithTwoSources()
  await using _server = server
  const publish = () =>
    admin(server, ['collection', 'publish', '-'], {
      stdin: 'bridges\r\n\nharbor\nmuseum/paintings\n',
    })
  const first = await publish()
  expect(first.code).toBe(0)
  expect(first.body).toMatchObject([
    { slug: 'bridges', changed: false, visible: true },
    { slug: 'harbor', changed: true, visible: true },
    { slug: 'paintings', changed: false, visible: false },
  ])
  expect(first.stderr).toContain('The source museum is hidden')
  expect((await publish()).body).toMatchObject([{}, { slug: 'harbor', changed: false }, {}])
  expect(await actionsOf(server)).toEqual(['collection.publish'])
  expect((await server.fetch(`/api/v2/collections/${harbor}/`)).status).toBe(200)
})

test('changes nothing if one of the names is unknown', async () => {
  const { server } = await startWithTwoSources()
  await using _server = server
  const { code, body } = await admin(server, ['collection', 'hide', 'bridges', 'nothing'])
  expect([code, body.error.message]).toEqual([5, expect.stringContaining('nothing')])
  expect(await actionsOf(server)).toEqual([])
})

test('moves a collection to a source that decides whether it is visible', async () => {
  const { server, seed, bridges, city, museum } = await startWithTwoSources()
  await using _server = server
  const image = await seed.image({ collection_id: bridges })
  const move = (to: string) => admin(server, ['collection', 'move', 'bridges', '--to', to])
  expect((await move('museum')).body).toMatchObject({ source: 'museum', visible: false })
  expect((await server.fetch(`/api/v2/images/${image}/`)).status).toBe(404)
  await move('museum')
  expect((await admin(server, ['audit', 'list'])).body).toMatchObject([
    { action: 'collection.move', before: { source_id: city }, after: { source_id: museum } },
  ])
  await move('city')
  expect((await server.fetch(`/api/v2/images/${image}/`)).status).toBe(200)
})

test('deletes an empty collection and its source, after asking', async () => {
  const { server, seed, paintings, museum } = await startWithTwoSources()
  await using _server = server
  await seed.user({ id: 1001 })
  await seed.slot({ id: 'slot', collection_id: paintings, state: 'cancelled' })
  const words = ['collection', 'delete', 'paintings']
  expect((await admin(server, words)).body.error.message).toContain('requires --yes')
  const dry = await admin(server, [...words, '--dry-run'])
  expect(dry.body).toMatchObject({ id: paintings, state: 'would_delete' })
  expect((await admin(server, words, { answers: [false] })).stderr).toBe('Nothing was deleted.\n')
  const full = await admin(server, ['source', 'delete', 'museum', '--yes'])
  expect([full.code, full.body.error.message]).toEqual([9, `Source ${museum} has 1 collection.`])
  expect(await actionsOf(server)).toEqual([])
  const questions: string[] = []
  const onQuestion = (question: string) => questions.push(question)
  const deleted = await admin(server, words, { answers: [true], onQuestion })
  expect([deleted.body.state, questions]).toEqual(['deleted', ['Delete the collection Paintings?']])
  expect((await admin(server, ['source', 'delete', 'museum', '--yes'])).code).toBe(0)
  expect((await admin(server, words.concat('--yes'))).code).toBe(5)
  expect(await actionsOf(server)).toEqual(['source.delete', 'collection.delete'])
})

test('refuses to delete a collection with images or with an upload in progress', async () => {
  const { server, seed, bridges, harbor } = await startWithTwoSources()
  await using _server = server
  for (let n = 0; n < 2; n += 1) await seed.image({ collection_id: bridges })
  await seed.user({ id: 1001 })
  await seed.slot({ id: 'slot', collection_id: harbor })
  const remove = (slug: string) => admin(server, ['collection', 'delete', slug, '--yes'])
  const full = await remove('bridges')
  expect([full.code, full.body.error.message]).toEqual([9, `Collection ${bridges} has 2 images.`])
  const uploading = await remove('harbor')
  expect(uploading.body.error.message).toBe(`Collection ${harbor} has 1 pending upload slot.`)
  server.clock.advance(60)
  expect((await remove('harbor')).code).toBe(0)
})

const unchanged = await startWithTwoSources()
afterAll(() => unchanged.server[Symbol.asyncDispose]())

test.each([
  ['a slug that another source has', ['source', 'edit', 'city', '--slug', 'museum'], 2, 'slug'],
  ['a slug with a space', ['source', 'edit', 'city', '--slug', 'a b'], 2, 'valid slug'],
  ['a blank name', ['source', 'edit', 'city', '--name', ' '], 2, 'required'],
  ['a bad address', ['source', 'edit', 'city', '--site-url', 'ftp:x'], 2, 'valid URL'],
  ['an edit of nothing', ['source', 'edit', 'city'], 2, 'requires --name'],
  ['an unknown source', ['source', 'show', 'nothing'], 5, 'nothing'],
  ['a slug of the same source', ['collection', 'edit', 'harbor', '--slug', 'bridges'], 2, 'slug'],
  ['a collection of another source', ['collection', 'show', 'museum/bridges'], 5, 'museum'],
  ['a move to nowhere', ['collection', 'move', 'harbor', '--to', 'nothing'], 5, 'nothing'],
])('rejects %s', async (_what, words, exitCode, sentence) => {
  const { server } = unchanged
  const { code, body } = await admin(server, words)
  expect([code, body.error.message]).toEqual([exitCode, expect.stringContaining(sentence)])
  expect(await actionsOf(server)).toEqual([])
})

test('refuses to move a collection where its slug is taken', async () => {
  const { server, seed, museum } = await startWithTwoSources()
  await using _server = server
  await seed.collection({ source_id: museum, name: 'Bridges' })
  const words = ['collection', 'move', 'city/bridges', '--to', 'museum']
  const { code, body } = await admin(server, words)
  expect([code, body.error.message]).toEqual([2, expect.stringContaining('slug')])
})

/** Runs `catalog …` on another machine, as a moderator. */
async function openRemote(server: TestServer) {
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['moderate'] })
  const env = { CATALOG_URL: server.baseUrl, CATALOG_TOKEN }
  return async (...words: string[]) => {
    const { code, stdout } = await runCli([...words, '--json'], { env })
    return { code, body: JSON.parse(stdout) }
  }
}

test('a moderator manages sources from another machine, as on the host', async () => {
  const { server, city } = await startWithTwoSources()
  await using _server = server
  const run = await openRemote(server)
  const words = ['source', 'create', '--name', 'Town archive', ...SOURCE_TEXTS]
  const created = await run(...words)
  expect(created.body).toMatchObject({ slug: 'town-archive', public: false })
  expect((await run(...words)).code).toBe(2)
  const edited = await run('source', 'edit', 'city', '--name', 'City archive')
  expect(edited.body).toEqual((await admin(server, ['source', 'show', 'city'])).body)
  expect(edited.body).toMatchObject({ id: city, name: 'City archive', collections: 2 })
  expect((await run('source', 'publish', 'city', 'museum')).body).toMatchObject([
    { slug: 'city', public: true, changed: false },
    { slug: 'museum', public: true, changed: true },
  ])
  expect((await run('source', 'hide', 'museum')).body).toMatchObject([{ changed: true }])
  expect((await run('source', 'delete', 'city', '--dry-run')).code).toBe(9)
  const remove = (option: string) => run('source', 'delete', 'town-archive', option)
  expect((await remove('--dry-run')).body.state).toBe('would_delete')
  expect((await remove('--yes')).body.state).toBe('deleted')
  expect((await remove('--yes')).code).toBe(5)
})

test('a moderator manages collections from another machine, as on the host', async () => {
  const { server, seed, bridges, museum } = await startWithTwoSources()
  await using _server = server
  const run = await openRemote(server)
  const created = await run('collection', 'create', '--source', 'city', '--name', 'Old town')
  expect(created.body).toMatchObject({ slug: 'old-town', description: '', public: false })
  const edited = await run('collection', 'edit', 'city/bridges', '--name', 'Ferries')
  const shown = await admin(server, ['collection', 'show', 'bridges', '--source', 'city'])
  expect(edited.body).toEqual(shown.body)
  expect((await run('collection', 'publish', 'bridges', 'harbor')).body).toMatchObject([
    { name: 'Ferries', visible: true, changed: false },
    { slug: 'harbor', visible: true, changed: true },
  ])
  const announced = await run('collection', 'announce', String(bridges), '--source', 'city')
  expect(announced.body).toEqual({
    id: bridges,
    name: 'Ferries',
    announced_at: '2026-03-01T12:00:00.000000Z',
  })
  expect((await run('collection', 'announce', 'bridges', '--source', 'museum')).code).toBe(5)
  expect((await run('collection', 'announce', String(bridges), '--source', 'museum')).code).toBe(5)
  expect((await run('collection', 'move', 'bridges', '--to', 'museum')).body).toMatchObject({
    source: 'museum',
    public: true,
    visible: false,
    announced_at: expect.any(String),
  })
  expect((await run('collection', 'hide', 'museum/bridges')).body).toMatchObject([
    { changed: true },
  ])
  const image = await seed.image({ collection_id: bridges })
  expect((await run('collection', 'delete', 'bridges', '--dry-run')).code).toBe(9)
  await seed.change(image, { collection_id: await seed.collection({ source_id: museum }) })
  const deleted = await run('collection', 'delete', 'bridges', '--yes')
  expect(deleted.body).toMatchObject({ source: 'museum', state: 'deleted' })
})
