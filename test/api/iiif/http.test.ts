import { get, type IncomingMessage } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { newVersion } from '../../../src/core/storage/keys.ts'
import { createSeed } from '../../support/seed.ts'
import { createSquares } from '../../support/squares.ts'
import { startTestServer } from '../../support/test-server.ts'
import { encodeTiles } from '../../support/tile-file.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const bytes = await encodeTiles(createSquares({ width: 700, height: 500 }))
const image = await seed.image()
const generation = await seed.tiles(image, bytes)
const service = `/iiif/3/${image}-${generation}`
const importer = bearer(await issueToken(server, { staff: true, scopes: ['import'] }))

const STORED = `${service}/0,0,512,500/512,500/0/default.jpg`
const RENDERED = `${service}/10,10,100,80/50,40/90/gray.png`
const INFO = `${service}/info.json`

const request = (path: string, init?: RequestInit) =>
  server.fetch(path, { redirect: 'manual', ...init })

/** Requests a path as it is; `fetch` would normalize dots. */
async function askRaw(path: string) {
  const { hostname, port } = new URL(server.baseUrl)
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ hostname, port, path }, resolve).on('error', reject),
  )
  response.resume()
  return { status: response.statusCode, headers: response.headers }
}

test.each([
  ['a stored tile', STORED, 'image/jpeg'],
  ['a rendered image', RENDERED, 'image/png'],
])('%s may be cached forever, and is not run by browsers', async (_, path, type) => {
  const response = await request(path)
  const body = await response.arrayBuffer()
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': type,
    'content-length': String(body.byteLength),
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringContaining('Link'),
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
})

test.each([STORED, RENDERED, INFO])('%s answers HEAD and If-None-Match', async (path) => {
  const whole = await request(path)
  const head = await request(path, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
  for (const name of ['Content-Type', 'ETag', 'Link', 'Cache-Control'])
    expect(head.headers.get(name)).toBe(whole.headers.get(name))
  const etag = whole.headers.get('ETag')!
  const again = await request(path, { headers: { 'If-None-Match': etag } })
  expect(again.status).toBe(304)
  expect(again.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(again.headers.get('ETag')).toBe(etag)
  expect(await again.text()).toBe('')
  expect((await request(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
})

test('a rendered image has the length of its content also for HEAD', async () => {
  const [whole, head] = [await request(RENDERED), await request(RENDERED, { method: 'HEAD' })]
  expect(head.headers.get('Content-Length')).toBe(whole.headers.get('Content-Length'))
})

test('the information document has rights only for known licenses, and is always revalidated', async () => {
  const rights = async () => (await server.get(INFO)).rights
  expect(await rights()).toBeUndefined()
  await seed.change(image, {
    license_id: await seed.license({ permalink: 'https://city.example/' }),
  })
  expect(await rights()).toBeUndefined()
  const permalink = 'https://creativecommons.org/licenses/by/4.0/deed.en'
  await seed.change(image, { license_id: await seed.license({ permalink }) })
  expect(await rights()).toBe('http://creativecommons.org/licenses/by/4.0/')
  expect((await request(INFO)).headers.get('Cache-Control')).toBe('public, no-cache')
})

test.each([
  ['', 'info.json'],
  ['/', 'info.json'],
  ['/info.json', 'info.json'],
  ['/full/%5E9,9/!90/gray.png', 'full/%5E9,9/!90/gray.png'],
  ['/full/^9,9/0/default.jpg', 'full/%5E9,9/0/default.jpg'],
  ['/pct%3A0,0,10,10/max/0/default%2Ejpg', 'pct:0,0,10,10/max/0/default.jpg'],
])('the permanent address redirects %s to the published tiles', async (path, target) => {
  const response = await request(`/iiif/3/${image}${path}`)
  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toBe(`${server.baseUrl}${service}/${target}`)
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
  expect(response.headers.get('Vary')).toContain('Authorization')
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

test('the permanent address follows a replacement, and the old generation keeps working', async () => {
  const replaced = await seed.image()
  const before = await seed.tiles(replaced, bytes)
  const after = await seed.tiles(replaced, bytes)
  const { headers } = await request(`/iiif/2/${replaced}/info.json`)
  const target = `${server.baseUrl}/iiif/2/${replaced}-${after}/info.json`
  expect(headers.get('Location')).toBe(target)
  expect((await request(`/iiif/3/${replaced}-${before}/info.json`)).status).toBe(200)
  await server.catalog.storage.removeBelow(`tiles/${replaced}/${before}`)
  for (const path of ['full/9,/0/gray.jpg', '0,0,512,500/max/0/default.jpg', 'full/8,/0/gray.jpg'])
    expect((await request(`/iiif/3/${replaced}-${before}/${path}`)).status).toBe(404)
})

test('a non-public image is open under the address of its tiles only', async () => {
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const tiles = await seed.tiles(hidden, bytes)
  for (const path of ['', '/info.json', '/full/9,/0/default.jpg']) {
    expect((await request(`/iiif/3/${hidden}${path}`)).status).toBe(404)
    const redirected = await request(`/iiif/3/${hidden}${path}`, { headers: importer })
    expect(redirected.status).toBe(303)
    expect(redirected.headers.get('Cache-Control')).toBe('private, no-store')
  }
  expect((await request(`/iiif/3/${hidden}-${tiles}/info.json`)).status).toBe(200)
  expect((await request(`/iiif/3/${hidden}-${tiles}/full/9,/0/default.jpg`)).status).toBe(200)
})

test.each([
  ['an image without tiles', async () => `${await seed.image()}`],
  ['an unknown image', async () => '999'],
  ['an unknown generation', async () => `${image}-${newVersion()}`],
  ['the generation of another image', async () => `${image + 1}-${generation}`],
  ['a leading zero', async () => `0${image}-${generation}`],
  ['a short generation', async () => `${image}-abc`],
  ['dots', async () => `${image}-..%2F..%2F..%2Fcatalog`],
  ['a doubly encoded identifier', async () => `${image}%252D${generation}`],
  ['broken percent-encoding', async () => `${image}-${generation}%`],
])('%s is not found', async (_, identifier) => {
  for (const path of ['', '/', '/info.json', '/full/max/0/default.jpg']) {
    const { status, headers } = await askRaw(`/iiif/3/${await identifier()}${path}`)
    expect(status, path).toBe(404)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['cache-control']).toBe('no-store')
  }
})

test.each([
  ['a region outside the image', '700,0,10,10/max/0/default.jpg', 400],
  ['an empty region', '0,0,0,10/max/0/default.jpg', 400],
  ['a size of nothing', 'full/0,/0/default.jpg', 400],
  ['a size beyond the limits', 'full/^6000,5000/0/default.jpg', 400],
  ['a great enlargement', '0,0,2,2/^1000,1000/0/default.jpg', 501],
  ['not a number', 'full/NaN,/0/default.jpg', 400],
  ['an exponent', 'full/1e2,/0/default.jpg', 400],
  ['a huge number', `full/${'9'.repeat(400)},/0/default.jpg`, 400],
  ['a negative number', '-1,0,10,10/max/0/default.jpg', 400],
  ['broken percent-encoding', 'full/max/0/default%.jpg', 400],
  ['a null byte', 'full/max/0/default.jpg%00', 400],
  ['no format', 'full/max/0/default', 400],
  ['a trailing slash', 'full/max/0/default.jpg/', 400],
  ['encoded slashes', 'full%2Fmax/max/0/default.jpg', 400],
  ['the size full', 'full/full/0/default.jpg', 400],
  ['another angle', 'full/max/45/default.jpg', 501],
  ['another format', 'full/max/0/default.tif', 501],
  ['a part too few', 'full/max/default.jpg', 404],
  ['a part too many', 'full/max/0/0/default.jpg', 404],
  ['dots', '../../../catalog.sqlite', 400],
  ['more dots', '../../catalog.sqlite', 404],
])('%s: %s gives %i', async (_, path, status) => {
  const response = await askRaw(`${service}/${path}`)
  expect(response.status).toBe(status)
  expect(response.headers['access-control-allow-origin']).toBe('*')
  expect(response.headers['link']).toBeUndefined()
  expect(response.headers['cache-control']).toBe('no-store')
})

test('version 2 does not offer enlarging', async () => {
  const path = `/iiif/2/${image}-${generation}/full/900,/0/default.jpg`
  expect((await request(path)).status).toBe(501)
})

test('scripts may ask before they send a header', async () => {
  const headers = {
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'if-none-match',
  }
  const response = await request(RENDERED, { method: 'OPTIONS', headers })
  expect(response.status).toBe(204)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect((await request(RENDERED, { method: 'OPTIONS' })).headers.get('Allow')).toContain('GET')
})

test('with a path prefix, answers with and without it, and adds it to links', async () => {
  const base = 'https://site.example/old/pictures'
  await using below = await startTestServer({ baseUrl: base, dev: false })
  const seedBelow = createSeed(below)
  const image = await seedBelow.image()
  const identifier = `${image}-${await seedBelow.tiles(image, bytes)}`
  for (const prefix of ['/old/pictures', '']) {
    const address = `${below.boundUrl}${prefix}/iiif/3/${identifier}`
    expect((await below.get(`${address}/info.json`)).id).toBe(`${base}/iiif/3/${identifier}`)
    const { status, headers } = await below.fetch(`${address}/full/90,/%2190/gray.jpg`)
    expect(status).toBe(200)
    const canonical = `${base}/iiif/3/${identifier}/full/90,64/!90/gray.jpg`
    expect(headers.get('Link')).toContain(`<${canonical}>;rel="canonical"`)
  }
})
