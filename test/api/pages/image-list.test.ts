import { afterAll, expect, test } from 'vitest'
import { computeBounds } from '../../../src/core/edtf/bounds.ts'
import { parseEdtf } from '../../../src/core/edtf/parse.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const dated = (year: number) => {
  const { fuzzyFrom, fuzzyTo } = computeBounds(parseEdtf(String(year)))
  return { edtf_date: String(year), fuzzy_from: fuzzyFrom, fuzzy_to: fuzzyTo }
}

const EVIL = '"><script>alert(1)</script>'
const source = await seed.source({ name: `Archive ${EVIL}`, slug: 'archive' })
const bridges = await seed.collection({ source_id: source, name: 'Bridges & <b>' })
const markets = await seed.collection({ name: 'Markets' })
const hidden = await seed.collection({ name: 'Secret collection', public: 0 })
const old = await seed.image({ collection_id: bridges, creator: 'Ada Foto', ...dated(1895) })
const newer = await seed.image({ collection_id: bridges, title: EVIL, ...dated(1912) })
const above = await seed.image({ collection_id: markets, from_above: 1, ...dated(1915) })
const undated = await seed.image({ collection_id: markets, creator: 'Ada Foto' })
await seed.image({ collection_id: hidden, title: 'Secret image', ...dated(1700) })
const tower = await seed.subject({ title: 'Tower', kb_id: 'Q77' })
await seed.tag(newer, tower)
await seed.point(old)

async function open(query: string, headers: Record<string, string> = {}) {
  const response = await server.fetch(`/images/${query}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Returns the ids of the images that a page shows, in order. */
function shownImages(text: string): number[] {
  const links = parsePage(text).attributes('.pictures a:not(.place)', 'href')
  return links.map((href) => Number(/\/(\d+)\/$/v.exec(href)?.[1]))
}

test.each([
  ['', [undated, above, newer, old]],
  [`?source=${source}`, [newer, old]],
  [`?collection=${markets}`, [undated, above]],
  ['?subject=Q77', [newer]],
  [`?subject=${tower}&source=${source}`, [newer]],
  ['?creator=ada', [undated, old]],
  ['?year_min=1900&year_max=1913', [newer]],
  ['?georeferenced=true', [old]],
  ['?from_above=true', [above]],
  ['?from_above=false&ordering=order', [old, newer, undated]],
  ['?ordering=-date', [above, newer, old, undated]],
])('shows for %s the same images as the API, with their count', async (query, expected) => {
  const { text } = await open(query)
  const { count } = await server.get(`/api/v2/images/${query}`)
  expect(shownImages(text)).toEqual(expected)
  const total = count === 1 ? '1 image' : `${count} images`
  expect(parsePage(text).text('.total')).toBe(`${total} Show on the map`)
})

test('names the active filters, and each can be removed', async () => {
  const query = `?source=${source}&collection=${bridges},${markets}&year_min=1890&subject=Q77`
  const { text } = await open(query)
  expect(text).toContain('Bridges &amp; &lt;b&gt;')
  const page = parsePage(text)
  expect(page.texts('.chips span[dir]')).toEqual(
    expect.arrayContaining(['Bridges & <b>', 'Markets', 'Tower', 'From 1890']),
  )
  const links = page.attributes('.chips a', 'href').map((url) => new URL(url).search)
  const rest = new URLSearchParams(query)
  rest.set('collection', String(markets))
  expect(links).toContain(`?${rest.toString()}`)
})

test('does not reveal names of what is not public', async () => {
  const secret = await seed.source({ name: 'Secret source', public: 0 })
  const { text } = await open(`?collection=${hidden}&source=${secret}`)
  expect(text).toContain('No images match these filters.')
  expect(text).not.toContain('Secret')
  expect((await open('')).text).not.toContain('Secret')
})

test('links each decade to its years, whatever years are chosen', async () => {
  const { text } = await open('?year_min=1890&year_max=1899')
  const page = parsePage(text)
  for (const [decade, images] of [
    [1890, '1 image'],
    [1910, '2 images'],
  ] as const) {
    const link = page.attribute(`a[aria-label="${decade}s: ${images}"]`, 'href')
    expect(link).toMatch(new RegExp(`year_min=${decade}&year_max=${decade + 9}$`, 'v'))
  }
  expect(text).toContain('1 image without a year')
  expect(text).not.toContain('year_min=1700')
})

test('shows what is wrong beside its field, with the values', async () => {
  const { status, text } = await open('?source=a&year_min=old&georeferenced=maybe&creator=Ada')
  expect(status).toBe(400)
  const form = parsePage(text)
  for (const [name, problem] of [
    ['source', 'Choose an entry from the list.'],
    ['year_min', 'Enter a year as a number, such as 1905.'],
    ['georeferenced', 'Choose one of the options.'],
  ])
    expect(form.text(`#${name}-note`)).toBe(problem)
  expect([form.value('year_min'), form.value('creator')]).toEqual(['old', 'Ada'])
})

test('leads from the fields of an empty form to an address without them', async () => {
  const { status, headers } = await open('?creator=&source=&ordering=-order&year_min=1900&page=2')
  expect(status).toBe(303)
  expect(headers.get('Location')).toBe(`${server.baseUrl}/images/?year_min=1900`)
})

test('has pages, of which the next keeps the filters', async () => {
  const many = await seed.collection()
  const ids = Array.from({ length: 130 }, (_, n) => 5000 + n)
  await seed.images(many, ids)
  const first = await open(`?collection=${many}&lang=en`)
  expect(shownImages(first.text)).toEqual(ids.toReversed().slice(0, 60))
  expect(first.text).toContain('1–60 of 130')
  const next = parsePage(first.text).attribute('a[rel=next]', 'href')
  expect(next).toBe(`${server.baseUrl}/images/?collection=${many}&page=2`)
  const last = await open(`?collection=${many}&page=3`)
  expect(shownImages(last.text)).toHaveLength(10)
  const end = parsePage(last.text)
  expect(end.has('[rel=next]')).toBe(false)
  const canonical = `${server.baseUrl}/images/?collection=${many}&page=3`
  expect(end.attributes('head link[rel=canonical]', 'href')).toEqual([canonical])
  for (const page of ['4', '0', 'x']) expect((await open(`?page=${page}`)).status).toBe(404)
})

test('shows hostile text as text', async () => {
  const query = `?creator=${encodeURIComponent(EVIL)}`
  for (const { text } of [await open(''), await open(query), await open(`${query}&year_min=x`)])
    expect(
      text.replaceAll(/<script type="(?:module" src="[^"]+|application\/ld\+json)">/gv, ''),
    ).not.toContain('<script')
})

test.each([
  ['de', '4 Bilder', 'Noch nicht auf der Karte'],
  ['fr', '4 images', 'Pas encore sur la carte'],
  ['es', '4 imágenes', 'Aún no en el mapa'],
])('is in the language %s', async (language, count, option) => {
  const { text } = await open(`?collection=${bridges},${markets}`, { 'Accept-Language': language })
  expect(parsePage(text).attribute('html', 'lang')).toBe(language)
  expect(text).toContain(count)
  expect(text).toContain(option)
})

test('loads the first picture before the layout is known, and the others when they come near', async () => {
  const collection_id = await seed.collection({ name: 'Pictures' })
  for (const generation of ['c', 'b', 'a', null]) await seed.image({ collection_id, generation })
  const { text } = await open(`?collection=${collection_id}`)
  const page = parsePage(text)
  expect(page.findAll('img')).toHaveLength(3)
  expect(page.attributes('img', 'fetchpriority')).toEqual(['high'])
  expect(page.attribute('img', 'fetchpriority')).toBe('high')
  expect(page.attributes('img:not([fetchpriority])', 'loading')).toEqual(['lazy', 'lazy'])
})
