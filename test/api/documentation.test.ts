import { afterAll, expect, test } from 'vitest'
import { routes } from '../../src/server/routes/index.ts'
import { startTestServer } from '../support/test-server.ts'
import { createSeed } from '../support/seed.ts'

const server = await startTestServer({ baseUrl: 'https://old.example.org/catalog', dev: false })
afterAll(() => server[Symbol.asyncDispose]())
const ask = (path: string, headers = {}): Promise<Response> =>
  server.fetch(server.boundUrl + path, { headers })
const page = await (await ask('/api/v2/docs/')).text()

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
  for (const { method, path } of routes) {
    const shown = path.replaceAll(/:(\w+)/g, '{$1}')
    expect(page).toContain(`<span class="method">${method}</span> ${shown}</a>`)
  }
})

test('the page loads only style sheets of this service, and runs no scripts', () => {
  expect(page).not.toMatch(/<(script|style|img|iframe|object)\b|\bsrc=|\sstyle=|\son\w+=/i)
  const links = [...page.matchAll(/<link\s[^>]*>/g)].map(([tag]) => tag)
  // Browsers do not load these.
  const linked = links.filter((tag) => !/\srel="(alternate|canonical)"/.test(tag))
  expect(linked).toHaveLength(2)
  for (const tag of linked) expect(tag).toMatch(/^<link rel="stylesheet" href="\/catalog\/assets\//)
})

test('every link of the page leads to a unique anchor on it or to this service', () => {
  const places = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(places).size).toBe(places.length)
  for (const [, href = ''] of page.matchAll(/href="([^"]+)"/g)) {
    if (href.startsWith('#')) expect(places).toContain(href.slice(1))
    else if (!href.startsWith('/catalog/assets/'))
      expect(href).toMatch(/^https:\/\/old\.example\.org\/catalog\//)
  }
  for (const [, id] of page.matchAll(/aria-labelledby="([^"]+)"/g)) expect(places).toContain(id)
})

test('the page has one title and skips no level of headings', () => {
  const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
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
