import { expect, test } from 'vitest'
import { signedInBrowser } from '../support/oauth.ts'
import { parsePage } from '../support/parse-page.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Returns the language of a page and its name for the map. */
async function open(
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ language: string | undefined; response: Response }> {
  const response = await server.fetch(path, { headers })
  const language = parsePage(await response.text()).attribute('html', 'lang')
  expect(response.headers.get('Content-Language')).toBe(language)
  return { language, response }
}

test.each([
  ['', 'en'],
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['pt,fr;q=0.7,en;q=0.2', 'fr'],
  ['es', 'es'],
  ['ja,*;q=0.1', 'en'],
])('shows pages to a browser that prefers "%s" in the language %s', async (accept, expected) => {
  await using server = await startTestServer()
  const { language, response } = await open(server, '/', { 'Accept-Language': accept })
  expect(language).toBe(expected)
  expect(response.headers.get('Vary')).toMatch(/Cookie, Accept-Language/)
})

test('a chosen language is remembered, and stored by no shared cache', async () => {
  await using server = await startTestServer()
  const { language, response } = await open(server, '/?lang=fr', { 'Accept-Language': 'de' })
  expect(language).toBe('fr')
  expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  const cookie = response.headers.get('Set-Cookie')!
  expect(cookie).toMatch(/^catalog_language=fr; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax/)
  const later = await open(server, '/', { Cookie: 'catalog_language=fr', 'Accept-Language': 'de' })
  expect(later.language).toBe('fr')
  expect(later.response.headers.get('Set-Cookie')).toBeNull()
})

test('ignores unknown languages in the address and the cookie', async () => {
  await using server = await startTestServer()
  const { language, response } = await open(server, '/?lang=<b>', {
    Cookie: 'catalog_language=constructor',
  })
  expect(language).toBe('en')
  expect(response.headers.get('Set-Cookie')).toBeNull()
})

test('caches pages by language, and only for visitors without a session', async () => {
  await using server = await startTestServer()
  const tags = new Set<string | null>()
  for (const language of ['en', 'de', 'en', 'de']) {
    const { response } = await open(server, '/', { 'Accept-Language': language })
    tags.add(response.headers.get('ETag'))
  }
  expect(tags.size).toBe(2)
  const browser = await signedInBrowser(server, 'Archivist')
  const page = await browser.open('')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.text).toContain('/account/')
  expect((await open(server, '/')).response.headers.get('Cache-Control')).toBe('public, no-cache')
})
