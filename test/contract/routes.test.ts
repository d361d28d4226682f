import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rebuildActivity } from '../../src/core/writes/feed/rebuild.ts'
import { image } from '../../src/core/contract/image.ts'
import { routes } from '../../src/server/routes/index.ts'
import { storeEmbedding, useModelFixture } from '../support/embedding-models.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer({
  layer: '[{"title":"1","url":"layer.json","credit":"Us"}]',
  logo: 'logo.svg',
})
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
await seed.license()
const filled = await seed.image({
  license_id: 1,
  edtf_date: '1912-05',
  rotation: 90,
  from_above: 1,
})
await seed.file(filled, Buffer.from('bytes'))
const shown = await seed.subject({ slug: '1' })
await seed.outline(shown, 'way/1')
await seed.tag(filled, shown)
const user_id = await seed.user({ id: 1 })
const point = await seed.point(filled, { direction: 3, user_id })
const area = await seed.area(filled, { user_id })
await seed.validation({ image: filled, point }, { notes: 'Yes.' })
await seed.validation({ image: filled, area })
await seed.comment(filled)
await seed.change(filled, { generation: 'generationOne0000' })
await server.catalog.write(rebuildActivity)
await useModelFixture(server, 'first')
await storeEmbedding(server, filled, [1])
for (const name of ['basemap.pmtiles', 'basemap.geojson', 'layer.json', 'logo.svg'])
  await writeFile(join(server.data, name), '{}')
const importer = bearer(await issueToken(server, { staff: true, scopes: ['read', 'import'] }))

const paths = [...new Set(routes.map(({ path }) => path))]
const reading = routes
  .filter(({ method, access }) => method === 'GET' && access === 'public')
  .map(({ path }) => path)
const api = reading.filter((path) => path.startsWith('/api/v2/'))
const pages = new Set(
  routes.filter(({ errorFormat }) => errorFormat === 'page').map(({ path }) => path),
)
const isPlain = (path: string): boolean =>
  !pages.has(path) && !/^\/(media|assets|iiif\/[23])\//.test(path)

/** Replaces every parameter of the path with the id. */
const fill = (path: string, id: string): string =>
  path.replaceAll(':range', '1-1000').replaceAll(/:\w+/g, id)

/** The parameters without which a path responds with an error. */
const requiredQuery: Record<string, string> = {
  '/api/v2/search/': '?q=image',
  '/api/v2/search/text/': '?q=image',
  '/api/v2/search/semantic/': '?q=image',
  '/api/v2/search/similar/': '?image=1',
  '/oembed/': `?url=${server.baseUrl}/1/`,
  '/api/v2/search/in-view/': '?lat=47.56&lon=7.59',
  '/api/v2/search/places/': '?q=image',
}

test.each(paths)('%s answers 405 with the allowed methods to other methods', async (path) => {
  const response = await server.fetch(fill(path, '1'), { method: 'PROPFIND' })
  expect(response.status).toBe(405)
  const known = routes.filter((route) => route.path === path).map(({ method }) => method)
  const allowed = response.headers.get('Allow')!.split(', ')
  expect(allowed).toEqual(expect.arrayContaining([...known, 'OPTIONS']))
  expect(await response.json()).toEqual({ detail: 'Method "PROPFIND" not allowed.' })
})

test.each(api.filter((path) => path.includes(':')))(
  '%s answers 404 for an unknown id',
  async (path) => {
    for (const unknown of ['987654', 'nothing', '-1', '1%2F', '%00', '9'.repeat(400)]) {
      const response = await server.fetch(fill(path, unknown))
      expect(response.status, unknown).toBe(404)
      expect(await response.json()).toEqual({ detail: expect.stringMatching(/^.+\.$/) })
    }
  },
)

test.each(reading.filter(isPlain))(
  '%s responds the same with and without its final slash, and to HEAD',
  async (path) => {
    const whole = fill(path, '1')
    const query = requiredQuery[path] ?? ''
    const [one, other, head] = await Promise.all([
      server.fetch(whole + query),
      server.fetch((whole.endsWith('/') ? whole.slice(0, -1) || '/' : `${whole}/`) + query),
      server.fetch(whole + query, { method: 'HEAD' }),
    ])
    expect([one.status, other.status, head.status]).toEqual([200, 200, 200])
    expect(await other.text()).toBe(await one.text())
    expect(await head.text()).toBe('')
    expect(head.headers.get('Content-Type')).toBe(one.headers.get('Content-Type'))
    expect(head.headers.get('ETag')).toBe(one.headers.get('ETag'))
  },
)

test.each(api)(
  '%s matches its declared responses for the public and for importers',
  async (path) => {
    const target = fill(path, '1') + (requiredQuery[path] ?? '')
    for (const headers of [{}, importer]) {
      expect((await server.fetch(target, { headers })).status).toBe(200)
    }
  },
)

test.each(api)('%s ignores unknown parameters', async (path) => {
  const target = `${fill(path, '1')}${requiredQuery[path] ?? '?'}&nothing=1&constructor=2&__proto__=3`
  expect((await server.fetch(target)).status).toBe(200)
})

test('a replica answers what is cacheable and single entries, but no searches', () => {
  const lagging = routes.filter(({ mayLag }) => mayLag)
  expect(lagging.every(({ method, access }) => method === 'GET' && access === 'public')).toBe(true)
  const uncached = lagging.filter(({ cacheable }) => !cacheable)
  expect(uncached.map(({ path }) => path).sort()).toEqual([
    '/api/v2/collections/:id/',
    '/api/v2/from-above-georeferences/:id/',
    '/api/v2/georeferences/:id/',
    '/api/v2/licenses/',
    '/api/v2/licenses/:id/',
    '/api/v2/sources/:id/',
    '/api/v2/subjects/:id/',
    '/api/v2/subjects/:id/geometry/',
    '/api/v2/users/:id/',
  ])
  const current = routes.filter(({ cacheable, mayLag }) => cacheable && !mayLag)
  expect(current.every(({ path }) => /\/(?:search|similar)\//.test(path))).toBe(true)
})

test('the detail of an image contains all members of the list', async () => {
  const { results } = await server.get('/api/v2/images/')
  const detail = await server.get(results[0].detail_url)
  expect(image.parse(results[0])).toEqual(
    Object.fromEntries(Object.keys(results[0]).map((key) => [key, detail[key]])),
  )
})
