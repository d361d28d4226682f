import { afterAll, expect, test } from 'vitest'
import { newVersion } from '../../../src/core/storage/keys.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const EVIL = '<script>alert(1)</script>'
const source = await seed.source({
  name: `Archive ${EVIL}`,
  slug: 'town',
  url: 'javascript:alert(2)',
})
const streets = await seed.collection({ source_id: source, name: 'Streets', description: EVIL })
const hidden = await seed.collection({ source_id: source, name: 'Secret streets', public: 0 })
const secret = await seed.source({ name: 'Secret source', slug: 'secret', public: 0 })
const user = await seed.user({ id: 7001, username: `ada ${EVIL}` })
const silent = await seed.user({ id: 7002, username: 'silent' })
const images: number[] = []
for (let n = 1; n <= 3; n++)
  images.push(await seed.image({ collection_id: streets, title: `Street ${n} ${EVIL}` }))
const [first = 0, second = 0] = images
const cover = newVersion()
await seed.change(second, { generation: cover })
const concealed = await seed.image({ collection_id: hidden, title: 'Secret image' })
await seed.change(concealed, { generation: newVersion() })
const hall = await seed.subject({
  title: `Hall ${EVIL}`,
  slug: 'hall',
  description: '',
  kb_id: 'Q5',
})
const unseen = await seed.subject({ title: 'Secret subject', slug: 'unseen' })
await seed.tag(second, hall)
await seed.tag(concealed, unseen)
await seed.outline(hall, 'way/1')
await seed.point(first, { user_id: user })
await seed.area(await seed.image({ collection_id: streets, from_above: 1 }), { user_id: user })
await seed.comment(first, { commented_by: silent, text: `Look: ${EVIL}` })
await seed.rebuildFeed()

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await server.fetch(path, { headers: { Accept: 'text/html', ...headers } })
  return { status: response.status, text: await response.text() }
}

test.each([
  ['/sources/', ['Archive', '1 collection', '4 images', '/sources/town/']],
  [
    '/sources/town/',
    ['Archive', 'Streets', '2 of 4 on the map (50%)', `/images/?source=${source}`],
  ],
  ['/collections/', ['Streets', 'Archive', '4 images', '2 of 4 on the map (50%)', cover]],
  [
    `/collections/${streets}/`,
    [
      'Streets',
      '/sources/town/',
      '2 of 4 on the map (50%)',
      `/images/?collection=${streets}`,
      `/iiif/presentation/3/collections/${streets}/`,
      'Street 3',
    ],
  ],
  ['/subjects/', ['Hall', '1 image', '/subjects/hall/', cover]],
  ['/subjects/hall/', ['Hall', 'in the base', 'Wikidata: Q5', 'Street 2']],
  ['/contributors/7001/', ['ada', 'Street 1']],
  ['/activity/', ['placed 2 images on the map', '/contributors/7001/', 'commented on', 'Look:']],
])('shows %s, and no more than is public', async (path, expected) => {
  const { status, text } = await open(path)
  expect(status).toBe(200)
  for (const part of expected) expect(text).toContain(part)
  expect(
    text.replaceAll(/<script type="(?:module" src="[^"]+|application\/ld\+json)">/gv, ''),
  ).not.toMatch(/Secret|<script|javascript:/v)
})

test.each([
  '/sources/secret/',
  '/sources/nothing/',
  '/sources/999/',
  '/sources/a%00b/',
  `/sources/${secret}/`,
  `/collections/${hidden}/`,
  '/collections/999/',
  '/collections/streets/',
  '/subjects/unseen/',
  '/subjects/nothing/',
  '/subjects/a%00b/',
  '/contributors/7002/',
  '/contributors/x/',
  '/subjects/?page=9',
  '/collections/?page=0',
])('does not find %s', async (path) => {
  const { status, text } = await open(path)
  expect([status, text.includes('Secret')]).toEqual([404, false])
})

test('finds a source by its id, too, and prefers its slug', async () => {
  const { text } = await open(`/sources/${source}/`)
  const canonical = parsePage(text).attributes('head link[rel=canonical]', 'href')
  expect(canonical).toEqual([`${server.baseUrl}/sources/town/`])
})

test('describes pages for search engines and other sites, each language at its own address', async () => {
  const read = async (path: string) => {
    const page = parsePage((await open(path)).text)
    const meta = (name: string) => page.attribute(`head meta[property="og:${name}"]`, 'content')
    const data = page.findAll('script[type="application/ld+json"]').map((one) => one.lines() ?? '')
    const alternates = page.attributes('head link[hreflang]', 'href')
    return { page, meta, data: data.map((text) => JSON.parse(text) as unknown), alternates }
  }
  const address = `${server.baseUrl}/collections/${streets}/`
  const { page, meta, data, alternates } = await read(`/collections/${streets}/?lang=de`)
  const ofGerman = `${address}?lang=de`
  expect(page.attributes('head link[rel=canonical]', 'href')).toEqual([ofGerman])
  expect([meta('url'), meta('title'), meta('type')]).toEqual([ofGerman, 'Streets', 'website'])
  expect((await read('/images/?lang=de')).meta('description')).toMatch(/^Ein Katalog/)
  expect(meta('image')).toMatch(/thumbnail\.jpg$/)
  const others = [ofGerman, `${address}?lang=fr`, `${address}?lang=es`]
  expect(alternates).toEqual([address, ...others, address])
  expect(data).toMatchObject([
    {
      '@type': 'CollectionPage',
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: 4,
        itemListElement: expect.arrayContaining([
          expect.objectContaining({ position: 1, url: expect.stringMatching(/\/\d+\/$/) }),
        ]),
      },
    },
  ])
  const home = await read('/')
  expect(home.data).toMatchObject([{ '@type': 'WebSite', url: `${server.baseUrl}/` }])
  expect(home.meta('url')).toBe(`${server.baseUrl}/`)
  expect((await read('/map/?map=3/4/5')).meta('url')).toBe(`${server.baseUrl}/map/`)
})

test('gives the map of a subject its outline, and its center to visitors without scripts', async () => {
  const page = parsePage((await open('/subjects/hall/')).text)
  expect(page.attribute('.map-container', 'id')).toBe('subject-map')
  expect(page.text('.map-container p')).toContain('Center: 47.55000° N, 7.55000° E')
  expect(page.attributes('.map-container p a', 'href')).toContain('geo:47.55000,7.55000')
  const path = page.attribute('.map-container', 'data-outline')
  expect((await server.get(path!)).features).toHaveLength(1)
  const unknown = await seed.subject({ slug: 'no-place' })
  await seed.tag(await seed.image(), unknown)
  expect((await open('/subjects/no-place/')).text).not.toContain('map-container')
  const shown = await seed.image()
  await seed.point(shown, { latitude: 47.5, longitude: 7.5 })
  await seed.tag(shown, unknown)
  const placed = parsePage((await open('/subjects/no-place/')).text)
  expect(placed.attribute('#subject-map', 'data-start')).toBe('7.5,47.5,7.5,47.5')
  expect(placed.attribute('#subject-map', 'data-outline')).toBeUndefined()
})

test('orders subjects by name or by number of images', async () => {
  const street = await seed.subject({ title: 'Aisle', slug: 'aisle' })
  const square = await seed.subject({ title: 'Zoo', slug: 'zoo' })
  await seed.tag(images[2]!, street, square)
  await seed.tag(first, square)
  const order = async (query: string) => {
    const { text } = await open(`/subjects/${query}`)
    const links = parsePage(text).attributes('a[href*="/subjects/"]', 'href')
    return links.flatMap((href) => /\/(aisle|zoo)\/$/v.exec(href)?.[1] ?? [])
  }
  expect(await order('')).toEqual(['aisle', 'zoo'])
  expect(await order('?ordering=-image_count')).toEqual(['zoo', 'aisle'])
})

test('leads back in the activity, and shows only the chosen kinds', async () => {
  for (let n = 1; n <= 40; n++)
    await seed.comment(first, {
      commented_by: silent,
      text: `Note ${n}.`,
      created_at: n * 86_400e6,
    })
  await seed.comment(second, { commented_by: silent, created_at: 41 * 86_400e6 })
  await seed.rebuildFeed()
  const newest = (await open('/activity/?types=comment')).text
  expect(newest).not.toContain('on the map')
  expect(newest).toContain('Note 40.')
  expect(newest).toContain(`/derivatives/${second}/${cover}/thumbnail.jpg`)
  const page = parsePage(newest)
  expect(page.text('.day time[datetime="1970-02-10"]')).toBe('Tuesday, February 10, 1970')
  const earlier = (await open(page.attribute('a[rel=next]', 'href')!)).text
  expect(earlier).toContain('Note 1.')
  expect(earlier).not.toContain('Note 40.')
  expect(parsePage(earlier).has('[rel=next]')).toBe(false)
  expect((await open('/activity/?before=yesterday')).status).toBe(400)
})

test.each([
  ['de', 'Motive', 'hat 2 Bilder auf der Karte verortet'],
  ['fr', 'Sujets', 'a localisé 2 images'],
  ['es', 'Temas', 'ubicó 2 imágenes'],
])('speaks the language %s', async (language, subjects, placed) => {
  const headers = { 'Accept-Language': language }
  expect(parsePage((await open('/subjects/', headers)).text).texts('h1')).toEqual([subjects])
  const { text } = await open('/activity/?types=georeference_group', headers)
  expect(parsePage(text).text('.events')).toContain(placed)
})

test.each([
  ['/images/', 'page', 'Images'],
  [`/${first}/`, 'true', 'Images'],
  ['/collections/', 'page', 'Collections'],
  ['/sources/', 'true', 'Collections'],
  ['/sources/town/', 'true', 'Collections'],
  ['/subjects/hall/', 'true', 'Subjects'],
  ['/contributors/', 'true', 'Activity'],
])('marks for %s the section of the site', async (path, current, section) => {
  const page = parsePage((await open(path)).text)
  const marked = '.sections [aria-current]'
  expect(page.attributes(marked, 'aria-current')).toEqual([current])
  expect(page.texts(marked)).toEqual([section])
})
