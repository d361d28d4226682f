import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { EXTENSIONS } from '../../src/core/contract/extensions.ts'
import { parsePage } from '../support/parse-page.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

// A development server would reject requests from other origins.
const server = await startTestServer({ dev: false })
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const collection_id = await seed.collection()
for (let n = 0; n < 12; n++) await seed.image({ collection_id })

interface Asked {
  method?: string
  path: string
  headers?: Record<string, string>
}

/** Sends exactly this path and these headers, which `fetch` would normalize. */
function ask({ baseUrl }: Pick<TestServer, 'baseUrl'>, { method = 'GET', path, headers }: Asked) {
  const { hostname, port } = new URL(baseUrl)
  return new Promise<{ status?: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = request({ hostname, port, method, path, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
      sent.on('error', reject).end()
    },
  )
}

test.each<Record<string, string>>([
  { Host: 'evil.example' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' },
  { Forwarded: 'host=evil.example;proto=https' },
  { 'X-Forwarded-Prefix': '/evil.example', 'X-Original-URL': '/evil.example' },
])('builds links from the settings, despite the headers %j', async (headers) => {
  const path = '/api/v2/images/?page_size=2&page=2'
  const { status, text } = await ask(server, { path, headers })
  expect(status).toBe(200)
  expect(text).not.toContain('evil.example')
  expect(JSON.parse(text).next).toBe(`${server.baseUrl}/api/v2/images/?page_size=2&page=3`)
})

test('links keep the configured base address for a request target in absolute form', async () => {
  const { text } = await ask(server, { path: 'http://evil.example/api/v2/images/?page_size=2' })
  expect(text).not.toContain('evil.example')
})

test.each(['/nothing', '/api/v2/', '/api/v2/nothing/', '/api/v2/images/1/2/', '/API/v2/stats/'])(
  'answers 404 in JSON for %s',
  async (path) => {
    const response = await server.fetch(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toEqual({ detail: 'Not found.' })
  },
)

test.each([
  '/%',
  '/api/v2/images/%E0%A4%A/',
  '/api/v2/images/%00/',
  '//',
  '/api//v2/images/',
  '/..',
])('answers 404 for the malformed path %s', async (path) => {
  const { status, text } = await ask(server, { path })
  expect(status === 404 || path === '//').toBe(true)
  expect(text).not.toMatch(/node_modules|\.ts:/)
})

test('every response has a unique request id and nosniff', async () => {
  const numbers = new Set<string | null>()
  for (const path of ['/', '/api/v2/stats/', '/nothing', '/favicon.ico']) {
    const response = await server.fetch(path)
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    numbers.add(response.headers.get('X-Request-Id'))
  }
  expect(numbers.size).toBe(4)
})

test.each(['/api/v2/images/', '/api/v2/nothing/', '/oauth/token/', '/media/images/1/original.jpg'])(
  'allows scripts of any origin to call %s, without cookies',
  async (path) => {
    const headers = { Origin: 'https://other.example' }
    const response = await server.fetch(path, { headers })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After')
    const preflight = await server.fetch(path, {
      method: 'OPTIONS',
      headers: { ...headers, 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    const allowed = preflight.headers.get('Access-Control-Allow-Headers')!.split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type']))
    const methods = preflight.headers.get('Access-Control-Allow-Methods')
    expect(methods).toBe('DELETE, GET, HEAD, PATCH, POST, PUT')
  },
)

interface Operation {
  parameters?: readonly { in: string; name: string }[]
}

test('allows scripts of other origins to send all headers that the API describes', async () => {
  const { paths } = await server.get('/api/v2/openapi.json')
  const described = Object.values<Record<string, Operation>>(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ parameters = [] }) => parameters)
    .flatMap((each) => (each.in === 'header' ? [each.name.toLowerCase()] : []))
  const preflight = await server.fetch('/api/v2/images/1/', {
    method: 'OPTIONS',
    headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'PATCH' },
  })
  const allowed = preflight.headers.get('Access-Control-Allow-Headers')!.split(', ')
  expect(described).toContain('if-match')
  expect(allowed).toEqual(expect.arrayContaining([...new Set(described)]))
})

test.each([
  ['/api/v2/stats', {}, 200],
  ['/api/v2/nothing/', {}, 404],
  ['/api/v2/images/?source=x', {}, 400],
  ['/api/v2/stats/', { method: 'POST' }, 405],
  ['/api/v2/import/upload-url/', {}, 401],
  ['/api/v2/stats/', { method: 'OPTIONS' }, 204],
] as const)('%s sends Catalog-Features (%j: %i)', async (path, init, status) => {
  const response = await server.fetch(path, init)
  expect(response.status).toBe(status)
  expect(response.headers.get('Catalog-Features')).toBe(EXTENSIONS.join(', '))
  expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Catalog-Features')
})

test.each(['/', '/oauth/authorize/', '/login/'])(
  'does not let scripts of other origins read %s',
  async (path) => {
    const headers = { Origin: 'https://other.example', 'Access-Control-Request-Method': 'GET' }
    for (const method of ['GET', 'OPTIONS']) {
      const response = await server.fetch(path, { method, headers, redirect: 'manual' })
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
    }
  },
)

test('revalidates the OAuth metadata like other responses', async () => {
  const path = '/.well-known/oauth-authorization-server'
  const tag = (await server.fetch(path)).headers.get('ETag')!
  const again = await server.fetch(path, { headers: { 'If-None-Match': tag } })
  expect([again.status, again.headers.get('ETag')]).toEqual([304, tag])
})

test('answers 304 if a response has not changed', async () => {
  const first = await server.fetch('/api/v2/images/')
  const tag = first.headers.get('ETag')!
  expect(first.headers.get('Cache-Control')).toBe('public, no-cache')
  const again = await server.fetch('/api/v2/images/', { headers: { 'If-None-Match': tag } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect(again.headers.get('ETag')).toBe(tag)
  const plain = { 'Accept-Encoding': 'identity', 'If-None-Match': tag }
  expect((await server.fetch('/api/v2/images/', { headers: plain })).status).toBe(304)
  await seed.image({ collection_id })
  const changed = await server.fetch('/api/v2/images/', { headers: { 'If-None-Match': tag } })
  expect(changed.status).toBe(200)
})

test.each(['br', 'gzip'])('compresses JSON with %s if the client accepts it', async (encoding) => {
  const path = '/api/v2/images/'
  const { headers } = await ask(server, { path, headers: { 'Accept-Encoding': encoding } })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers.vary).toContain('Accept-Encoding')
  const response = await server.fetch(path, { headers: { 'Accept-Encoding': encoding } })
  expect((await response.json()).count).toBeGreaterThan(11)
})

test.each(['/api/v2/openapi.json', '/api/v2/docs/', '/api/v2/images/', '/'])(
  'compresses %s as a whole, once for all clients',
  async (path) => {
    const plain = await ask(server, { path, headers: { 'Accept-Encoding': 'identity' } })
    for (const encoding of ['br', 'gzip', 'zstd', 'deflate', 'br']) {
      const headers = { 'Accept-Encoding': encoding }
      // The first response may be compressed while it is sent.
      await ask(server, { path, headers })
      const answer = await ask(server, { path, headers })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(Number(answer.headers['content-length'])).toBeGreaterThan(0)
      expect(answer.headers.etag).toBe(plain.headers.etag)
      expect(answer.headers.vary).toContain('Accept-Encoding')
      const text = await (await server.fetch(path, { headers })).text()
      expect(text).toBe(await (await server.fetch(path)).text())
      const head = await ask(server, { path, method: 'HEAD', headers })
      expect(head.headers['content-encoding']).toBeUndefined()
    }
  },
)

test('does not compress images', async () => {
  const image = await seed.image({ collection_id })
  await seed.file(image, Buffer.alloc(5000))
  const path = `/media/images/${image}/original.jpg`
  const { headers } = await ask(server, { path, headers: { 'Accept-Encoding': 'br, gzip' } })
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['content-length']).toBe('5000')
})

test('with a path prefix, answers with and without it, and adds it to links', async () => {
  await using below = await startTestServer({
    baseUrl: 'https://site.example/old/pictures',
    dev: false,
  })
  const image = await createSeed(below).image()
  await createSeed(below).file(image, Buffer.from('bytes'))
  const local = { baseUrl: below.boundUrl }
  for (const prefix of ['/old/pictures', '']) {
    const list = await ask(local, { path: `${prefix}/api/v2/images?page_size=1&x=1` })
    const { results } = JSON.parse(list.text)
    const base = 'https://site.example/old/pictures'
    expect(results[0].detail_url).toBe(`${base}/api/v2/images/${image}/`)
    const file = await ask(local, { path: `${prefix}/media/images/${image}/original.jpg` })
    expect(file.text).toBe('bytes')
    const home = parsePage((await ask(local, { path: `${prefix}/` })).text)
    expect(home.attributes('a', 'href')).toContain(`${base}/`)
  }
  expect((await ask(local, { path: '/old/pictures' })).status).toBe(200)
  expect((await ask(local, { path: '/old/picturesque' })).status).toBe(404)
})
