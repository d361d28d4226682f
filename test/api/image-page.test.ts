import { afterAll, expect, test } from 'vitest'
import { newVersion } from '../../src/core/storage/keys.ts'
import { signedInBrowser } from '../support/oauth.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const BROWSER = { accept: 'text/html' }
const server = await startTestServer({ cdnUrl: 'https://cdn.example/pictures' })
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const collection = await seed.collection({ name: 'Streets' })

/** Adds an image whose derivatives are published, and whose tiles show the same picture. */
async function addProcessedImage(values: Parameters<typeof seed.image>[0] = {}) {
  const id = await seed.image({ collection_id: collection, ...values })
  const version = await seed.file(id, Buffer.from('bytes'))
  const [generation, tiles] = [newVersion(), newVersion()]
  await seed.change(id, { generation, generation_of: version })
  const size = { tiles_width: 6000, tiles_height: 4000 }
  await seed.change(id, { tiles_generation: tiles, tiles_of: `${version} 0 none`, ...size })
  return { id, version, generation, tiles }
}

async function read(path: string, headers: Record<string, string> = BROWSER) {
  const response = await server.fetch(path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('shows the picture, its metadata and its license, and links to the data', async () => {
  const license_id = await seed.license({
    display_name: 'CC BY 4.0',
    permalink: 'https://creativecommons.org/licenses/by/4.0/',
  })
  const { id, version, generation, tiles } = await addProcessedImage({
    title: 'Market square',
    description: 'Looking east.',
    creator: 'A. Painter',
    original_date: 'about 1905',
    edtf_date: '1905~',
    original_url: 'https://archive.example/7',
    license_id,
  })
  const { text } = await read(`/${id}/`)
  expect(text).toContain('<title>Market square · ')
  expect(text).toContain('Market square</h1>')
  const display = `https://cdn.example/pictures/derivatives/${id}/${generation}/display.jpg`
  expect(text).toMatch(new RegExp(`<a href="${display}"[^]*<img\\s+src="${display}"`))
  expect(text).toContain('alt="Market square"')
  expect(text).toContain('width="6000" height="4000"')
  expect(text).toContain(`data-service="/iiif/3/${id}-${tiles}"`)
  for (const shown of ['c. 1905', 'about 1905', 'A. Painter', 'Streets', 'Looking east.'])
    expect(text).toContain(`>${shown}<`)
  expect(text).toMatch(/href="https:\/\/creativecommons.org\/[^"]*" rel="license">CC BY 4.0</)
  expect(text).toContain('href="https://archive.example/7"')
  expect(text).toContain(`href="${server.baseUrl}/iiif/presentation/3/images/${id}/"`)
  expect(text).toContain(`href="${server.baseUrl}/api/v2/images/${id}/"`)
  expect(text).toContain(
    `href="https://cdn.example/pictures/images/${id}/original.jpg?v=${version}`,
  )
  expect(text).toContain(`<link rel="canonical" href="${server.baseUrl}/${id}/"`)
  expect(text).toContain(`<meta property="og:image" content="${display}"`)
})

test('allows only own scripts and styles, nothing inline, and pictures of the CDN', async () => {
  const { id } = await addProcessedImage()
  const { headers, text } = await read(`/${id}/`)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' https://cdn.example; " +
      "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  expect(text).not.toMatch(/<style| style=| on\w+=/)
  expect(text.match(/<script\b(?! type="application\/ld\+json")[^>]*>[^<]*/g)).toEqual([
    expect.stringMatching(/^<script type="module" src="\/assets\/enhance-\w{8}\.js">$/),
  ])
})

test('caches ask whether the page has changed; pages of a signed-in user are not stored', async () => {
  const { id } = await addProcessedImage({ title: 'Before' })
  const first = await read(`/${id}/`)
  expect(first.headers.get('cache-control')).toBe('public, no-cache')
  expect(first.headers.get('vary')).toContain('Cookie')
  const again = { ...BROWSER, 'if-none-match': first.headers.get('etag')! }
  expect((await read(`/${id}/`, again)).status).toBe(304)
  await seed.change(id, { title: 'After' })
  expect((await read(`/${id}/`, again)).status).toBe(200)
  const own = await (await signedInBrowser(server)).open(`${id}/`)
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store, no-transform'])
})

test('shows hostile text of every field as text, and links only to http addresses', async () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
  const source_id = await seed.source({ name: evil, slug: 'evil' })
  const collection_id = await seed.collection({ source_id, name: evil, slug: 'evil' })
  const permalink = 'javascript:alert(3)'
  const license_id = await seed.license({ name: 'evil', display_name: evil, permalink })
  const texts = { title: evil, creator: evil, description: evil, original_date: evil }
  const original_url = 'javascript:alert(4)'
  const { id } = await addProcessedImage({ collection_id, license_id, original_url, ...texts })
  await seed.tag(id, await seed.subject({ title: evil, slug: 'evil' }))
  const [user_id, validated_by] = [
    await seed.user({ username: evil }),
    await seed.user({ username: `${evil}2` }),
  ]
  const point = await seed.point(id, { user_id, confidence_notes: evil })
  await seed.validation({ image: id, point }, { notes: evil, validated_by })
  await seed.comment(id, { text: evil, commented_by: user_id })
  await seed.point(await addProcessedImage({ title: evil }).then((near) => near.id))
  const { text } = await read(`/${id}/`)
  expect(text).not.toMatch(/<script>|<img src=x|href="javascript:/)
  const shown = [...text.matchAll(/(?<=>)[^<>]*&lt;script&gt;alert\(1\)[^<>]*(?=<)/g)]
  expect(shown.length).toBeGreaterThanOrEqual(18)
  const [, document] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? []
  expect(JSON.parse(document!)).toMatchObject({ name: evil, creditText: expect.any(String) })
})

test('an unknown image, one that is not public and other paths are not found', async () => {
  const hidden = await seed.collection({ public: 0 })
  const { id } = await addProcessedImage({ collection_id: hidden })
  for (const path of [
    `/${id}/`,
    `/${id}`,
    '/999999/',
    '/0/',
    '/9999999999999999/',
    '/1.0/',
    '/x/',
  ]) {
    const { status, text } = await read(path)
    expect([path, status, text.includes('Page not found</h1>')]).toEqual([path, 404, true])
  }
  expect((await read('/logout/')).status).toBe(405)
})

test.each([
  ['without a file', null, 'has no picture yet'],
  ['whose file waits', { failure_state: null }, 'is being processed'],
  ['whose file is damaged', { failure_state: 'damaged' }, 'its file is damaged'],
  ['whose file failed', { failure_state: 'failed' }, 'could not be processed'],
] as const)('explains why an image %s has no picture', async (_what, failure, explanation) => {
  const id = await seed.image({ collection_id: collection })
  if (failure) {
    const version = await seed.file(id, Buffer.from('bytes'))
    const failure_of = failure.failure_state && version
    await seed.change(id, { ...failure, failure_of, failure_reason: failure_of && 'A reason.' })
  }
  const { status, text } = await read(`/${id}/`)
  expect([status, text.includes(explanation)]).toEqual([200, true])
  expect(text).not.toMatch(/<img|data-enhance="viewer"/)
})

test('offers no zoom while the tiles show an earlier picture', async () => {
  const { id } = await addProcessedImage()
  await seed.change(id, { rotation: 90 })
  const { text } = await read(`/${id}/`)
  expect([text.includes('<img'), text.includes('data-enhance="viewer"')]).toEqual([true, false])
})

test('links to the original of a picture that was turned upright, and to the upright version', async () => {
  const { id, version, generation } = await addProcessedImage()
  await seed.change(id, { generation_corrected: 1 })
  const { text } = await read(`/${id}/`)
  expect(text).toContain(`/images/${id}/original.jpg?v=${version}">Original file</a>`)
  expect(text).toContain(`/derivatives/${id}/${generation}/corrected.jpg">Full-size picture</a>`)
})

test('a duplicate leads to its original', async () => {
  const original = await addProcessedImage()
  const copy = await addProcessedImage({ duplicate_of: original.id })
  expect((await read(`/${copy.id}/`)).text).toContain(`href="${server.baseUrl}/${original.id}/"`)
})

test('stays below a base path', async () => {
  const baseUrl = 'https://old.example/catalog'
  await using below = await startTestServer({ baseUrl, dev: false })
  const other = createSeed(below)
  const id = await other.image({ generation: newVersion() })
  const response = await below.fetch(`${below.boundUrl}/catalog/${id}/`, { headers: BROWSER })
  const text = await response.text()
  const addresses = [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, url]) => url!)
  for (const url of addresses) expect(url).toMatch(/^#main$|^(https:\/\/old\.example)?\/catalog\//)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("img-src 'self' https://old.example;")
})
