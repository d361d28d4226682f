import { afterAll, expect, test } from 'vitest'
import { routes } from '../../src/server/routes/index.ts'
import { parsePage } from '../support/parse-page.ts'
import { startTestServer } from '../support/test-server.ts'
import { createSeed } from '../support/seed.ts'

const server = await startTestServer({ baseUrl: 'https://old.example.org/catalog', dev: false })
afterAll(() => server[Symbol.asyncDispose]())
const ask = (path: string, headers = {}): Promise<Response> =>
  server.fetch(server.boundUrl + path, { headers })
const page = await (await ask('/api/v2/docs/')).text()
const parsed = parsePage(page)

test('the OpenAPI document contains the addresses of its own service', async () => {
  const document = await (await ask('/api/v2/openapi.json')).json()
  expect(document.openapi).toBe('3.1.1')
  expect(document.servers).toEqual([{ url: 'https://old.example.org/catalog' }])
  const { authorizationCode } = document.components.securitySchemes.OAuth.flows
  expect(authorizationCode.tokenUrl).toBe('https://old.example.org/catalog/oauth/token/')
})

test.each(['/api/v2/openapi.json', '/api/v2/docs/'])(
  'allows scripts of any origin to read %s, and answers 304 if it is unchanged',
  async (path) => {
    const first = await ask(path)
    expect(first.headers.get('Access-Control-Allow-Origin')).toBe('*')
    const again = await ask(path, { 'If-None-Match': first.headers.get('ETag') })
    expect([first.status, again.status]).toEqual([200, 304])
  },
)

test('the page lists every route', () => {
  const listed = new Set(parsed.texts('a:has(> .method)'))
  for (const { method, path } of routes) {
    const shown = path.replaceAll(/:(\w+)/g, '{$1}')
    expect(listed).toContain(`${method} ${shown}`)
  }
})

test('the page loads only style sheets of this service, and runs no scripts', () => {
  expect(page).not.toMatch(/<(script|style|img|iframe|object)\b|\bsrc=|\sstyle=|\son\w+=/i)
  // Browsers do not load the others.
  const linked = parsed.findAll('link:not([rel=alternate], [rel=canonical])')
  const styleSheet = { rel: 'stylesheet', href: expect.stringMatching(/^\/catalog\/assets\//) }
  expect(linked.map(({ own }) => own)).toEqual([
    styleSheet,
    styleSheet,
    { ...styleSheet, media: 'print' },
  ])
})

test('every link of the page leads to a unique anchor on it or to this service', () => {
  const places = parsed.attributes('[id]', 'id')
  expect(new Set(places).size).toBe(places.length)
  for (const href of parsed.attributes('[href]', 'href')) {
    if (href.startsWith('#')) expect(places).toContain(href.slice(1))
    else if (!href.startsWith('/catalog/assets/'))
      expect(href).toMatch(/^https:\/\/old\.example\.org\/catalog\//)
  }
  const labels = parsed.attributes('[aria-labelledby]', 'aria-labelledby')
  for (const id of labels) expect(places).toContain(id)
})

test('the page has one title and skips no level of headings', () => {
  const headings = parsed.findAll('h1, h2, h3, h4, h5, h6')
  const levels = headings.map(({ tag }) => Number(tag?.slice(1)))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  levels.reduce((above, level) => {
    expect(level - above).toBeLessThanOrEqual(1)
    return level
  }, 0)
})

test('escapes markup in the name of the site', async () => {
  await createSeed(server).setting('site_name', '<b>Views</b>')
  const renamed = await (await ask('/api/v2/docs/')).text()
  expect(renamed).toContain('&lt;b&gt;Views')
  expect(renamed).not.toContain('<b>Views</b>')
})
