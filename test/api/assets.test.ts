import { afterAll, expect, test } from 'vitest'
import { parsePage } from '../support/parse-page.ts'
import { startTestServer } from '../support/test-server.ts'

const server = await startTestServer({ baseUrl: 'https://old.example.org/catalog', dev: false })
afterAll(() => server[Symbol.asyncDispose]())
const ask = (path: string, headers = {}): Promise<Response> =>
  server.fetch(server.boundUrl + path, { headers })

/** The path of a page's first style sheet. */
async function findStyleSheet(page: string): Promise<string> {
  const text = await (await ask(page)).text()
  return parsePage(text).attribute('head link[rel=stylesheet]', 'href')!
}

test('pages load their style sheet from below the base path, and caches never ask for it again', async () => {
  const path = await findStyleSheet('/')
  expect(path).toMatch(/^\/catalog\/assets\/site-[A-Z0-9]{8}\.css$/)
  const response = await ask(path, { 'accept-encoding': 'br' })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/css; charset=utf-8')
  expect(response.headers.get('Content-Encoding')).toBe('br')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(await response.text()).toContain('color-scheme:light dark')
})

test('pages without scripts allow none, and nothing inline', async () => {
  const policy = (await ask('/')).headers.get('Content-Security-Policy')!
  expect(policy).toContain("default-src 'none'; style-src 'self'; font-src 'self'; ")
  expect(policy).not.toMatch(/unsafe|script-src|sha256/)
})

test.each(['nothing.js', 'metafile.json', '..%2Fassets.js', 'site.css'])(
  'serves only bundles, so not %s',
  async (name) => {
    const response = await ask(`/assets/${name}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ detail: 'File not found.' })
  },
)
