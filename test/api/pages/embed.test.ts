import { afterAll, expect, test } from 'vitest'
import { newVersion } from '../../../src/core/storage/keys.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const BASE = 'https://site.example/old'
const EVIL = '"><script>alert(1)</script>'

const server = await startTestServer({ baseUrl: BASE, cdnUrl: 'https://cdn.example', dev: false })
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
await seed.setting('site_name', 'Old town')
const collection_id = await seed.collection({
  source_id: await seed.source({ name: 'Town archive' }),
})
const license_id = await seed.license({
  display_name: 'CC BY 4.0',
  permalink: 'https://cc.example',
})
const version = newVersion()
const wide = await seed.image({
  collection_id,
  title: `Mill ${EVIL}`,
  creator: 'Ada Foto',
  edtf_date: '1912',
  license_id,
  file_version: version,
  file_type: 'image/jpeg',
  generation: newVersion(),
  tiles_generation: newVersion(),
  tiles_of: `${version} 0 none`,
  tiles_width: 3000,
  tiles_height: 1000,
})
const bare = await seed.image({ collection_id, title: 'Bare' })
const secret = await seed.image({
  collection_id: await seed.collection({ public: 0 }),
  title: 'Secret',
})

const open = (path: string) => server.fetch(server.boundUrl + path)

async function describe(url: string, more = '') {
  const response = await open(`/oembed/?url=${encodeURIComponent(url)}${more}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('shows picture, title, credit and link, and may be framed', async () => {
  const response = await open(`/${wide}/embed/`)
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('X-Frame-Options')).toBeNull()
  const policy = response.headers.get('Content-Security-Policy')
  expect(policy).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' https://cdn.example; form-action 'self'; base-uri 'none'",
  )
  const page = parsePage(text)
  expect(page.has('script, header, footer')).toBe(false)
  for (const part of ['Ada Foto', '1912', 'Town archive', 'CC BY 4.0', 'See it on Old town'])
    expect(text).toContain(part)
  expect(page.attribute('img', 'src')).toMatch(/^https:\/\/cdn\.example\/derivatives\//)
  expect(page.attribute('head base', 'target')).toBe('_blank')
  expect(page.attributes('head link[rel=canonical]', 'href')).toEqual([`${BASE}/${wide}/`])
})

test('speaks the language of the visitor', async () => {
  const text = await (await open(`/${wide}/embed/?lang=fr`)).text()
  expect(text).toContain('Voir sur Old town')
})

test.each([secret, 99_999])('does not show image %i', async (id) => {
  const response = await open(`/${id}/embed/`)
  expect(response.status).toBe(404)
  expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
})

test('describes how to embed an image', async () => {
  const { status, headers, body } = await describe(`${BASE}/${wide}/?lang=de#top`)
  expect(status).toBe(200)
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(body).toEqual({
    version: '1.0',
    type: 'rich',
    title: `Mill ${EVIL}`,
    author_name: 'Ada Foto',
    provider_name: 'Old town',
    provider_url: `${BASE}/`,
    html: `<iframe src="${BASE}/${wide}/embed/" width="640" height="309" title="Mill &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" loading="lazy"></iframe>`,
    width: 640,
    height: 309,
    thumbnail_url: expect.stringMatching(/^https:\/\/cdn\.example\/derivatives\/.*thumbnail/),
    thumbnail_width: 500,
    thumbnail_height: 167,
  })
})

test('the page of an image leads to its description', async () => {
  const page = parsePage(await (await open(`/${wide}/`)).text())
  const url = page.attribute('head link[type="application/json+oembed"]', 'href')
  expect(url).toBe(`${BASE}/oembed/?url=${encodeURIComponent(`${BASE}/${wide}/`)}`)
})

test.each([
  ['&maxwidth=300', [300, 196]],
  ['&maxheight=200', [640, 200]],
  ['&maxwidth=99999&maxheight=99999', [640, 309]],
])('keeps to %s', async (more, expected) => {
  const { body } = await describe(`${BASE}/${wide}/`, more)
  expect([body.width, body.height]).toEqual(expected)
})

test('describes an image without a picture', async () => {
  const { status, body } = await describe(`http://site.example/old/${bare}`)
  expect([status, body.title, body.thumbnail_url]).toEqual([200, 'Bare', undefined])
})

test.each([
  `${BASE}/${secret}/`,
  `${BASE}/99999/`,
  `${BASE}/images/`,
  `https://other.example/old/${wide}/`,
  `https://site.example/${wide}/`,
  `ftp://site.example/old/${wide}/`,
  'nothing',
])('knows nothing about %s', async (url) => {
  const { status, body } = await describe(url)
  expect([status, Object.keys(body)]).toEqual([404, ['detail']])
})

test('says what is wrong with a request', async () => {
  const [missing, side, format] = await Promise.all(
    ['', `?url=${BASE}/${wide}/&maxwidth=x`, `?url=${BASE}/${wide}/&format=xml`].map((query) =>
      open(`/oembed/${query}`),
    ),
  )
  expect([missing!.status, await missing!.json()]).toEqual([
    400,
    { url: ['Enter the URL of an image page.'] },
  ])
  expect([side!.status, await side!.json()]).toEqual([400, { maxwidth: ['Enter a whole number.'] }])
  expect(format!.status).toBe(501)
})
