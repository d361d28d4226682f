import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const LISTS = ['images', 'georeferences', 'subjects', 'users', 'sources', 'collections', 'stats']
const SEARCHES = ['search/text/?q=image', 'search/in-view/?lat=47.56&lon=7.59']

test('never serves a cached response after a change, also of another process', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const image = await seed.image({ title: 'Before' })
  const title = async () => (await server.get(`/api/v2/images/${image}/`)).title
  const first = async () => (await server.get('/api/v2/images/')).results[0].title
  expect([await title(), await first()]).toEqual(['Before', 'Before'])
  await seed.change(image, { title: 'After' })
  expect([await title(), await first()]).toEqual(['After', 'After'])
  await using other = await openCatalog(server.catalog.config, server.catalog.secrets)
  const change = sql`update image set title = 'By another process'`
  await other.write((tx) => change.execute(tx))
  expect([await title(), await first()]).toEqual(['By another process', 'By another process'])
})

test('serves a cached response with the same bytes and ETag', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  await seed.tag(await seed.image(), await seed.subject())
  for (const path of [...LISTS.map((list) => `${list}/`), ...SEARCHES]) {
    const ask = async () => {
      const response = await server.fetch(`/api/v2/${path}`)
      const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers)
      return { status: response.status, headers, body: await response.text() }
    }
    const answer = await ask()
    expect(answer.headers.etag).toMatch(/^W\/"/)
    expect(await ask()).toEqual(answer)
  }
})

test('does not share cached responses between importers and the public', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const headers = bearer(await issueToken(server, { staff: true, scopes: ['read', 'import'] }))
  const count = async (init?: RequestInit) => (await server.get('/api/v2/images/', init)).count
  expect([await count(), await count({ headers }), await count()]).toEqual([0, 1, 0])
})

test('serves a cached response in the accepted type', async () => {
  await using server = await startTestServer()
  const typeOf = async (accept: string) => {
    const response = await server.fetch('/api/v2/georeferences/', { headers: { accept } })
    return response.headers.get('content-type')
  }
  const [plain, geo] = ['application/json', 'application/geo+json']
  expect([await typeOf(plain), await typeOf(geo), await typeOf(plain)]).toEqual([plain, geo, plain])
})
