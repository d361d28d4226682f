import { afterAll, expect, test } from 'vitest'
import { storeEmbedding, useModelFixture } from '../support/embedding-models.ts'
import { createSeed } from '../support/seed.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const collection_id = await seed.collection({ name: 'Album 3' })
const titles = ['Town hall', 'Town halls', 'Hall of the guild']
const ids: number[] = []
for (const [n, title] of titles.entries()) {
  const id = await seed.image({ collection_id, title, original_date: '1905' })
  await seed.point(id, { latitude: -33.8 - n / 1000, longitude: 151.2 })
  ids.push(id)
}
await useModelFixture(server, 'first')
for (const [n, id] of ids.entries()) await storeEmbedding(server, id, [1, n])

const search = (words: string[], options: TestCliOptions = {}) =>
  runCli(['search', ...words, '--url', server.baseUrl], options)

test('shows the results of a text search as a table, with their number', async () => {
  const { code, stdout, stderr } = await search(['text', 'town', 'hall', '--page-size', '2'], {
    tty: true,
    columns: 100,
  })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ID +SIMILARITY +TITLE +DATE DISPLAY +COLLECTION NAME\n/)
  expect(stdout).toMatch(/\n1 +1 +Town hall +1905 +Album 3\n/)
  expect(stderr).toBe('3 images found.\nMore results: --page 2\n')
})

test('prints results for programs, in the form of the API', async () => {
  const { stdout } = await search(['text', 'town hall', '--threshold', '0.2', '--json'])
  const { results } = await server.get('/api/v2/search/text/?q=town+hall&threshold=0.2')
  expect(results).toHaveLength(2)
  expect(JSON.parse(stdout)).toMatchObject(results)
  const lines = await search(['text', 'town hall', '-o', 'id', '--page', '2', '--page-size', '1'])
  expect(lines.stdout).toBe(`${ids[1]}\n`)
})

test('ranks images by a description, and by an image', async () => {
  const described = await search(['semantic', 'a', 'bridge', '--page-size', '2', '--json'])
  const { results } = await server.get('/api/v2/search/semantic/?q=a+bridge&page_size=2')
  expect(JSON.parse(described.stdout)).toMatchObject(results)
  expect(described.stderr).toBe('3 images found.\nMore results: --page 2\n')
  const similar = await search(['similar', `${ids[2]}`, '-o', 'id'])
  expect(similar.stdout).toBe(`${ids[1]}\n${ids[0]}\n`)
  const unknown = await search(['similar', '999'])
  expect([unknown.code, unknown.stderr]).toEqual([5, expect.stringContaining('Image not found.')])
})

test('tells at once that semantic search has no model, without asking again', async () => {
  await using empty = await startTestServer()
  let waits = 0
  const sleep = () => Promise.resolve(void (waits += 1))
  const words = ['search', 'semantic', 'a', 'bridge', '--url', empty.baseUrl, '--json']
  const { code, stdout } = await runCli(words, { sleep })
  const { error } = JSON.parse(stdout) as { error: { code: string; message: string } }
  expect([code, error.code, waits]).toEqual([8, 'no_model', 0])
  expect(error.message).toContain('No embedding model is in use.')
})

test('searches south of the equator', async () => {
  const { code, stdout, stderr } = await search(['in-view', '-33.8', '151.2', '--radius', '150'])
  expect([code, stderr]).toEqual([0, '2 images found.\n'])
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'id\tdistance_m\ttitle\tdate_display\tcollection_name\tpermalink',
    `${ids[0]}\t0\tTown hall\t1905\tAlbum 3\t`,
    `${ids[1]}\t110.9\tTown halls\t1905\tAlbum 3\t`,
  ])
})

test('tells whether there are more results of a search without a radius', async () => {
  const first = await search(['in-view', '-33.8', '151.2', '--page-size', '2'])
  expect(first.stderr).toBe('More results: --page 2\n')
  const none = await search(['in-view', '-33.8', '151.2', '--georeferenced', 'false'])
  expect([none.stdout.split('\n').length, none.stderr]).toEqual([2, 'No images found.\n'])
})

test('passes the filters on', async () => {
  const filters = ['--source', '1', '--subject', 'Q1', '--year-min', '1900', '--year-max', '1910']
  const { stderr } = await search(['text', 'hall', '--collection', `${collection_id}`, ...filters])
  expect(stderr).toBe('0 images found.\n')
})

test('accepts slugs in filters, and names those that are unknown or ambiguous', async () => {
  const source_id = await seed.source({ slug: 'town-archive' })
  await seed.collection({ source_id, slug: 'maps' })
  await seed.collection({ slug: 'maps' })
  const within = (name: string) => search(['text', 'hall', '--collection', name])
  expect((await within('town-archive/maps')).stderr).toBe('0 images found.\n')
  const several = await within('maps')
  expect([several.code, several.stderr]).toEqual([
    9,
    expect.stringMatching(
      /Several collections have the slug maps\.\nUse one of: .*town-archive\/maps/,
    ),
  ])
  const unknown = await search(['text', 'hall', '--source', 'nosuch'])
  expect([unknown.code, unknown.stderr]).toEqual([5, 'catalog: No source has the slug "nosuch".\n'])
})

test('reports invalid values with the message of the instance', async () => {
  const { code, stderr } = await search(['in-view', '91', '151.2', '--radius=-5'])
  expect(code).toBe(2)
  expect(stderr).toContain('lat: Enter a number from -90 to 90.')
  expect(stderr).toContain('radius: Enter a number greater than 0.')
})
