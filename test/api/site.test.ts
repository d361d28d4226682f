import { expect, test } from 'vitest'
import { newVersion } from '../../src/core/storage/keys.ts'
import { createBrowser } from '../support/browser.ts'
import { signedInBrowser } from '../support/oauth.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

test('the first page features the newest public image and shows the twelve before it, without scripts', async () => {
  await using server = await startTestServer({ cdnUrl: 'https://cdn.example/pictures' })
  const seed = createSeed(server)
  await seed.setting('site_name', 'Old <Town> & "Harbour"')
  const collection_id = await seed.collection()
  for (let n = 1; n <= 14; n++) {
    const made = { generation: newVersion(), created_at: n, edtf_date: `19${10 + n}` }
    await seed.image({ collection_id, title: `<script>alert(${n})</script>`, ...made })
  }
  const hidden = await seed.collection({ public: 0 })
  await seed.image({ collection_id: hidden, title: 'Secret', created_at: 99 })
  const response = await server.fetch('/')
  const text = await response.text()
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(text).toContain('<title>Old &lt;Town&gt; &amp; &quot;Harbour&quot;</title>')
  expect(text).not.toMatch(/<script|Secret| on\w+=|javascript:/)
  const [, grid = ''] = /<ul class="pictures"(.*?)<\/ul>/s.exec(text) ?? []
  expect(grid.match(/<img src="https:\/\/cdn\.example\/pictures\/derivatives\//g)).toHaveLength(12)
  expect(text).toContain('&lt;script&gt;alert(14)')
  expect(text).not.toContain('&lt;script&gt;alert(1)&lt;')
  expect(text).toContain(`href="${server.baseUrl}/14/"`)
  expect(text).toContain('>14</dd>')
  const policy = response.headers.get('Content-Security-Policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("img-src 'self' https://cdn.example;")
  expect(policy).not.toMatch(/unsafe|script-src/)
})

test('serves a first page for an empty catalog', async () => {
  await using server = await startTestServer()
  const text = await (await server.fetch('/')).text()
  expect(text).toContain('<h1>Historical image catalog</h1>')
  expect(text).toContain(`href="${server.baseUrl}/api/v2/docs/"`)
  expect(text).not.toContain('<img')
})

test('serves /healthz, a favicon and robots.txt', async () => {
  await using server = await startTestServer({ baseUrl: 'https://site.example/old', dev: false })
  const ask = (path: string) => server.fetch(server.boundUrl + path)
  const health = await ask('/healthz')
  expect(health.status).toBe(200)
  expect(await health.json()).toEqual({ status: 'ok' })
  expect(health.headers.get('Cache-Control')).toBe('no-store')
  const icon = await ask('/favicon.ico')
  expect(icon.headers.get('Content-Type')).toBe('image/x-icon')
  expect(Buffer.from(await icon.arrayBuffer()).readUInt16LE(2)).toBe(1)
  expect(await (await ask('/robots.txt')).text()).toContain('Disallow: /old/oauth/')
})

test('the first page links to the sign-in, or to the account of a signed-in user', async () => {
  await using server = await startTestServer()
  const stranger = await createBrowser(server.baseUrl).open('')
  expect(stranger.text).toContain(`<a href="${server.baseUrl}/login/">Sign in</a>`)
  expect(stranger.headers.get('cache-control')).toBe('public, no-cache')
  expect(stranger.headers.get('vary')).toContain('Cookie')
  const browser = await signedInBrowser(server, 'Ada & <Co>')
  const own = await browser.open('')
  expect(own.text).toMatch(/<a href="[^"]*\/account\/"[^]*<bdi>Ada &amp; &lt;Co&gt;<\/bdi>/)
  expect(own.text).not.toContain('/login/')
  expect(own.headers.get('cache-control')).toBe('no-store')
  const after = await browser.submit(await browser.open('account/'), 'Sign out')
  expect([after.address.pathname, after.text.includes('>Sign in</a>')]).toEqual(['/', true])
})
