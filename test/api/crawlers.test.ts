import { afterAll, expect, test } from 'vitest'
import type { ChangesPage } from '../../src/core/contract/changes.ts'
import { newVersion } from '../../src/core/storage/keys.ts'
import { parsePage } from '../support/parse-page.ts'
import { readXml } from '../support/read-xml.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const BASE = 'https://site.example/old'
const CDN = 'https://cdn.example/pictures'
const DAY = 86_400_000_000
const EVIL = `]]> & <b>"quoted"</b> 'single' \u0001 \u{1F5BC}`

const server = await startTestServer({
  baseUrl: BASE,
  cdnUrl: CDN,
  dev: false,
  imprint: 'Archive',
})
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
await seed.setting('site_name', `Town ${EVIL}`)
const source_id = await seed.source({ slug: 'archive' })
const shown = await seed.collection({ source_id })
const hidden = await seed.collection({ source_id, public: 0 })
const concealed = await seed.source({ slug: 'concealed', public: 0 })
const within = await seed.collection({ source_id: concealed })
const mill = await seed.subject({ slug: 'mill' })
const unseen = await seed.subject({ slug: 'unseen' })
const picture = { collection_id: shown, generation: newVersion(), creator: 'Ada & Co' }
for (const id of [1, 10_000, 30_001])
  await seed.image({ id, ...picture, title: `${id} ${EVIL}`, created_at: id * DAY })
await seed.image({ id: 10_001, collection_id: hidden, title: 'Secret' })
await seed.image({ id: 10_002, collection_id: within, title: 'Secret' })
await seed.image({ id: 20_001, collection_id: shown, duplicate_of: 1, created_at: 1 })
await seed.tag(1, mill)
await seed.tag(10_001, unseen)
await seed.point(30_001, { created_at: 30_002 * DAY })

/** Returns the texts of these elements, in order. */
async function read(path: string, name: string): Promise<string[]> {
  const response = await server.fetch(server.boundUrl + path)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/(atom\+)?xml; charset=utf-8$/)
  return readXml(await response.text(), name)
}

test('lists in the index the sitemaps that have public images', async () => {
  expect(await read('/sitemap.xml', 'loc')).toEqual(
    ['pages', 1, 4].map((name) => `${BASE}/sitemap-${name}.xml`),
  )
})

test('lists public images by their ids, with the day of their last change', async () => {
  expect(await read('/sitemap-1.xml', 'loc')).toEqual([`${BASE}/1/`, `${BASE}/10000/`])
  expect(await read('/sitemap-4.xml', 'lastmod')).toEqual([(await changedAt(30_001)).slice(0, 10)])
})

/** Returns when an image last changed, by the list of changes. */
async function changedAt(image: number): Promise<string> {
  const response = await server.fetch(`${server.boundUrl}/api/v2/changes/`)
  const { results }: ChangesPage = await response.json()
  return results.find(({ id, type }) => type === 'image' && id === image)!.changed_at
}

test.each(['0', '2', '3', '5', '999999999', 'x'])('has no sitemap %s', async (number) => {
  const response = await server.fetch(`${server.boundUrl}/sitemap-${number}.xml`)
  expect(response.status).toBe(404)
})

test('lists the pages of public sources, collections and subjects', async () => {
  const pages = await read('/sitemap-pages.xml', 'loc')
  expect(pages.slice(0, 2)).toEqual([`${BASE}/`, `${BASE}/images/`])
  expect(pages).toContain(`${BASE}/imprint/`)
  expect(pages.slice(-3)).toEqual([
    `${BASE}/sources/archive/`,
    `${BASE}/collections/${shown}/`,
    `${BASE}/subjects/mill/`,
  ])
})

test('names the sitemap and what crawlers should leave out', async () => {
  const robots = await (await server.fetch(`${server.boundUrl}/robots.txt`)).text()
  expect(robots.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /old/oauth/',
      'Disallow: /old/images/?',
      'Disallow: /old/*/?compare=',
      `Sitemap: ${BASE}/sitemap.xml`,
    ]),
  )
})

test('offers the newest public images as a feed', async () => {
  const [titles, ids, updated, contents, names] = await Promise.all(
    ['title', 'id', 'updated', 'content', 'name'].map((name) => read('/feed.atom', name)),
  )
  const clean = EVIL.replace('\u0001', '\ufffd')
  expect(titles).toEqual([`Town ${clean}`, ...[30_001, 10_000, 1, 20_001].map(titleOf)])
  expect(ids).toEqual([`${BASE}/`, ...[30_001, 10_000, 1, 20_001].map((id) => `${BASE}/${id}/`)])
  expect(updated?.[1]).toEqual(await changedAt(30_001))
  expect(updated?.[0]).toEqual(updated?.slice(1).toSorted().at(-1))
  expect(contents?.[0]).toContain(`<img src="${CDN}/derivatives/`)
  expect(contents?.[0]).not.toContain('<b>')
  expect(names?.[0]).toBe('Ada & Co')
  const text = await (await server.fetch(`${server.boundUrl}/feed.atom`)).text()
  expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${BASE}/feed.atom"/>`)

  function titleOf(id: number): string {
    return id === 20_001 ? 'Image 20001' : `${id} ${clean}`
  }
})

test('links to the feed in the head of pages', async () => {
  const page = parsePage(await (await server.fetch(`${server.boundUrl}/`)).text())
  const feed = page.find('head link[rel=alternate][type="application/atom+xml"]')
  expect(feed?.own).toMatchObject({ title: expect.stringMatching(/./), href: `${BASE}/feed.atom` })
})

test('an empty catalog has valid documents, too', async () => {
  await using empty = await startTestServer()
  for (const [path, count] of [
    ['/sitemap.xml', 1],
    ['/sitemap-pages.xml', 7],
    ['/feed.atom', 0],
  ] as const)
    expect(readXml(await (await empty.fetch(path)).text(), 'loc'), path).toHaveLength(count)
})
