import { afterAll, expect, test } from 'vitest'
import { newVersion } from '../../src/core/storage/keys.ts'
import { signedInBrowser } from '../support/oauth.ts'
import { parsePage } from '../support/parse-page.ts'
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
  const page = parsePage((await read(`/${id}/`)).text)
  expect(page.text('head title')).toMatch(/^Market square · /)
  expect(page.text('h1')).toBe('Market square')
  const display = `https://cdn.example/pictures/derivatives/${id}/${generation}/display.jpg`
  expect(page.find(`a[href="${display}"] img`)?.own).toMatchObject({
    src: display,
    alt: 'Market square',
    width: '6000',
    height: '4000',
  })
  expect(page.attribute('[data-service]', 'data-service')).toBe(`/iiif/3/${id}-${tiles}`)
  for (const shown of ['c. 1905', 'about 1905', 'A. Painter', 'Streets', 'Looking east.'])
    expect(page.texts('.about *')).toContain(shown)
  const license = 'a[rel=license][href^="https://creativecommons.org/"]'
  expect(page.text(license)).toBe('CC BY 4.0')
  expect(page.attributes('main a', 'href')).toEqual(
    expect.arrayContaining([
      'https://archive.example/7',
      expect.stringContaining(`${server.baseUrl}/iiif/presentation/3/images/${id}/?manifest=`),
      `${server.baseUrl}/api/v2/images/${id}/`,
      `https://cdn.example/pictures/images/${id}/original.jpg?v=${version}`,
    ]),
  )
  expect(page.attributes('head link[rel=canonical]', 'href')).toEqual([`${server.baseUrl}/${id}/`])
  expect(page.attribute('head meta[property="og:image"]', 'content')).toBe(display)
})

test('allows only own scripts and styles, nothing inline, and pictures of the CDN', async () => {
  const { id } = await addProcessedImage()
  const { headers, text } = await read(`/${id}/`)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' https://cdn.example; " +
      "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  expect(text).not.toMatch(/<style| style=| on\w+=/)
  const scripts = parsePage(text).findAll('script:not([type="application/ld+json"])')
  expect(scripts.map((script) => [script.own, script.lines()])).toEqual([
    [{ type: 'module', src: expect.stringMatching(/^\/assets\/enhance-\w{8}\.js$/) }, ''],
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
  const document = parsePage(text).lines('script[type="application/ld+json"]')
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
    const heading = parsePage(text).text('h1')
    expect([path, status, heading]).toEqual([path, 404, 'Page not found'])
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
  expect(parsePage(text).has('img, [data-enhance=viewer]')).toBe(false)
})

test('offers no zoom while the tiles show an earlier picture', async () => {
  const { id } = await addProcessedImage()
  await seed.change(id, { rotation: 90 })
  const page = parsePage((await read(`/${id}/`)).text)
  expect([page.has('img'), page.has('[data-enhance=viewer]')]).toEqual([true, false])
})

test('links to the original of a picture that was turned upright, and to the upright version', async () => {
  const { id, version, generation } = await addProcessedImage()
  await seed.change(id, { generation_corrected: 1 })
  const page = parsePage((await read(`/${id}/`)).text)
  const link = (end: string) => page.text(`a[href$="${end}"]`)
  expect(link(`/images/${id}/original.jpg?v=${version}`)).toBe('Original file')
  expect(link(`/derivatives/${id}/${generation}/corrected.jpg`)).toBe('Full-size picture')
})

test('a duplicate leads to its original', async () => {
  const original = await addProcessedImage()
  const copy = await addProcessedImage({ duplicate_of: original.id })
  const page = parsePage((await read(`/${copy.id}/`)).text)
  expect(page.attributes('main a', 'href')).toContain(`${server.baseUrl}/${original.id}/`)
})

test('stays below a base path', async () => {
  const baseUrl = 'https://old.example/catalog'
  await using below = await startTestServer({ baseUrl, dev: false })
  const other = createSeed(below)
  const id = await other.image({ generation: newVersion() })
  const response = await below.fetch(`${below.boundUrl}/catalog/${id}/`, { headers: BROWSER })
  const page = parsePage(await response.text())
  const addresses = [...page.attributes('[href]', 'href'), ...page.attributes('[src]', 'src')]
  for (const url of addresses) expect(url).toMatch(/^#main$|^(https:\/\/old\.example)?\/catalog\//)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("img-src 'self' https://old.example;")
})
