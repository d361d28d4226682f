import { afterAll, expect, test } from 'vitest'
import { dateColumns } from '../../../src/core/database/date-columns.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const collection_id = await seed.collection()

async function open(query: string): Promise<{ status: number; text: string; response: Response }> {
  const response = await server.fetch(`/search/${query}`, { redirect: 'manual' })
  return { status: response.status, text: await response.text(), response }
}

/** Returns the ids of the images that a page links to, in order. */
function linkedImages(text: string): number[] {
  const links = parsePage(text).attributes('.pictures li > a:first-child', 'href')
  return links.map((href) => Number(/\/(\d+)\/$/v.exec(href)?.[1]))
}

test('finds images by words, and says how many', async () => {
  const first = await seed.image({ collection_id, title: 'Ferry at the landing stage' })
  const second = await seed.image({ collection_id, title: 'The ferry <in> fog' })
  await seed.image({ collection_id, title: 'Town hall' })
  const hidden = await seed.collection({ public: 0 })
  await seed.image({ collection_id: hidden, title: 'Secret ferry' })
  const { status, text } = await open('?q=ferry')
  expect(status).toBe(200)
  expect(linkedImages(text)).toEqual([first, second])
  expect(text).toContain('2 images')
  expect(text).toContain('The ferry &lt;in&gt; fog')
  expect(text).not.toContain('Secret')
})

test('shows what else the words may mean, and similar images folded', async () => {
  const subject = await seed.subject({ title: 'Lindenhof School', slug: 'lindenhof' })
  const own = await seed.collection({ name: 'Lindenhof <albums>' })
  const old = await seed.image({
    collection_id: own,
    title: 'Playground',
    description: 'Children of the Lindenhof',
    creator: 'Anna Lindenhof',
    ...dateColumns('1905'),
  })
  await seed.tag(old, subject)
  const similar = await seed.image({ collection_id, title: 'Lindenhofs', ...dateColumns('1899') })
  const page = parsePage((await open('?q=lindenhof')).text)
  expect(page.attributes('.cards a', 'href')).toEqual([
    `${server.baseUrl}/subjects/lindenhof/`,
    `${server.baseUrl}/images/?creator=Anna%20Lindenhof`,
    `${server.baseUrl}/collections/${own}/`,
  ])
  expect(page.texts('.cards h2')).toEqual(['Subjects', 'People', 'Collections and sources'])
  const [whole, folded] = page.attributes('.pictures li > a:first-child', 'href')
  expect([whole, folded]).toEqual([`${server.baseUrl}/${old}/`, `${server.baseUrl}/${similar}/`])
  expect(page.texts('summary')).toContain('1 other image with similar words')
  expect(page.text('.pictures')).toContain('Children of the Lindenhof')
})

test('reads dates in all languages as filters that can be removed', async () => {
  await seed.image({ collection_id, title: 'Kestrels', ...dateColumns('1899') })
  await seed.image({ collection_id, title: 'Kestrel', ...dateColumns('1907') })
  const found = await open('?q=kestrel+vor+1900')
  const page = parsePage(found.text)
  expect(page.text('.chips')).toContain('vor 1900')
  expect(page.attribute('.chips a', 'href')).toBe(`${server.baseUrl}/search/?q=kestrel`)
  expect(linkedImages(found.text)).toHaveLength(1)
  expect(found.text).toContain('No image has all of these words.')
  const dated = await open('?q=1907')
  expect(linkedImages(dated.text)).toHaveLength(1)
  expect(dated.text).toContain('1 image<')
})

test('sorts the images by date, and shows all decades of the words, whatever the years', async () => {
  const add = (title: string, date?: string) =>
    seed.image({ collection_id, title, ...(date !== undefined && dateColumns(date)) })
  const undated = await add('Quarry')
  const late = await add('Quarry', '1931')
  const early = await add('The old quarry of the town', '1894')
  await add('Quarries', '1950')
  const newest = await open('?q=quarry&ordering=-date')
  expect(linkedImages(newest.text).slice(0, 3)).toEqual([late, early, undated])
  const oldest = await open('?q=quarry+before+1900&ordering=date')
  expect(linkedImages(oldest.text)[0]).toBe(early)
  const page = parsePage(oldest.text)
  expect(page.attributes('.histogram a', 'aria-label')).toEqual([
    '1890s: 1 image',
    '1930s: 1 image',
  ])
  expect(page.attribute('.histogram a:not(.chosen)', 'href')).toBe(
    `${server.baseUrl}/search/?q=quarry&ordering=date&year_min=1930&year_max=1939`,
  )
  expect(page.value('ordering')).toBe('date')
  await server.catalog.write((tx) =>
    tx.updateTable('image').set(dateColumns('1945')).where('id', '=', late).execute(),
  )
  const changed = parsePage((await open('?q=quarry+before+1900&ordering=date')).text)
  expect(changed.attributes('.histogram a', 'aria-label')[1]).toBe('1940s: 1 image')
})

test('filters the images, also by the date of the text, and leads to their map', async () => {
  await seed.image({ collection_id, title: 'Sawmill', creator: 'Ida', ...dateColumns('1904') })
  await seed.image({ collection_id, title: 'Sawmill', creator: 'Ida', ...dateColumns('1931') })
  await seed.image({ collection_id, title: 'Sawmill', creator: 'Max', ...dateColumns('1904') })
  const found = await open('?q=sawmill+before+1920&creator=ida')
  expect(linkedImages(found.text)).toHaveLength(1)
  const page = parsePage(found.text)
  expect(page.attributes('.chips a', 'href')).toEqual([
    `${server.baseUrl}/search/?q=sawmill&creator=ida`,
    `${server.baseUrl}/search/?q=sawmill+before+1920`,
    `${server.baseUrl}/search/?q=sawmill`,
  ])
  const values = ['creator', 'year_min', 'year_max'].map((name) => page.value(name))
  expect(values).toEqual(['ida', '', '1919'])
  expect(page.has('.filters [name=q][value=sawmill]')).toBe(true)
  expect(page.attribute('.on-map', 'href')).toBe(
    `${server.baseUrl}/map/?creator=ida&year_max=1919&q=sawmill`,
  )
  const sent = await open('?q=sawmill&creator=&year_min=1930&year_max=')
  expect(sent.response.headers.get('Location')).toBe(
    `${server.baseUrl}/search/?q=sawmill&year_min=1930`,
  )
  const invalid = await open('?q=sawmill&year_min=old')
  expect(invalid.status).toBe(400)
  expect(parsePage(invalid.text).has('.filters[open] [aria-invalid]')).toBe(true)
  // The list of images has the same filters for a text that is only a date.
  const dated = parsePage((await open('?q=1904')).text)
  expect(dated.attribute('.filters form', 'action')).toBe(`${server.baseUrl}/images/`)
  expect(dated.attribute('.on-map', 'href')).toBe(
    `${server.baseUrl}/map/?year_min=1904&year_max=1904`,
  )
})

test('shows all results of a kind by pages', async () => {
  for (let n = 10; n < 72; n++)
    await seed.image({ collection_id, title: 'Quarry', creator: `Quarrier Jones ${n}` })
  const first = parsePage((await open('?q=jones')).text)
  expect(first.attributes('[aria-labelledby=found-people] li a', 'href')).toHaveLength(5)
  const all = first.attribute('[aria-describedby=found-people]', 'href') ?? ''
  expect(all).toBe(`${server.baseUrl}/search/?q=jones&group=people`)
  const people = parsePage((await open('?q=jones&group=people')).text)
  expect([people.texts('.rows li').length, people.text('h2')]).toEqual([60, 'People'])
  const next = people.attribute('a[rel=next]', 'href')
  expect(next).toBe(`${server.baseUrl}/search/?q=jones&group=people&page=2`)
  const last = parsePage((await open('?q=jones&group=people&page=2')).text)
  expect(last.texts('.rows a')).toEqual(['Quarrier Jones 70', 'Quarrier Jones 71'])
})

test('offers the other pages of a long result, up to the last', async () => {
  const ids = Array.from({ length: 1000 }, (_, n) => n + 1001)
  await seed.images(collection_id, ids, { title: 'Viaduct' })
  const first = await open('?q=viaduct')
  expect(linkedImages(first.text)).toEqual(ids.slice(0, 24))
  const links = parsePage(first.text)
  expect(links.attribute('a[rel=next]', 'href')).toBe(`${server.baseUrl}/search/?q=viaduct&page=2`)
  expect(links.attributes('.pager .number a', 'href').at(-1)).toBe(
    `${server.baseUrl}/search/?q=viaduct&page=42`,
  )
  const last = await open('?q=viaduct&page=42')
  expect(linkedImages(last.text)).toEqual(ids.slice(41 * 24))
  const page = parsePage(last.text)
  expect([page.has('[rel=prev]'), page.has('[rel=next]')]).toEqual([true, false])
  const past = await open('?q=viaduct&page=99')
  expect(past.response.headers.get('Location')).toBe(`${server.baseUrl}/search/?q=viaduct&page=42`)
})

test('finds images that show typed coordinates, with their distance', async () => {
  const image_id = await seed.image({ collection_id, title: 'Harbor' })
  await seed.point(image_id, { latitude: 53.5, longitude: 10, direction: 0 })
  for (const query of [
    '?q=53.51,%2010',
    '?mode=in-view&lat=53.51&lon=10',
    '?q=53°30′36″N%2010°E',
  ]) {
    const { text } = await open(query)
    expect(linkedImages(text)).toEqual([image_id])
    expect(text).toContain('1.1 km away')
    const page = parsePage(text)
    expect(page.attribute('.map-container', 'data-spot')).toBe('10,53.51')
    expect(page.attribute('li[data-place]', 'data-box')).toBe('10,53.5,10,53.5')
    expect(page.attribute('li[data-place]', 'data-direction')).toBe('0')
  }
  const none = await open('?q=53.49,%2010')
  expect(none.text).toContain('No picture shows this place.')
  expect(parsePage(none.text).has('.map-container')).toBe(true)
})

test('begins the map of a spot where most of the cameras are, and says how many are elsewhere', async () => {
  for (const [n, latitude] of [60.001, 60.002, 60.003, 60.004, 12].entries()) {
    const image_id = await seed.image({ collection_id, title: `Quay ${n}` })
    await seed.point(image_id, { latitude, longitude: 20, direction: null })
  }
  const near = parsePage((await open('?q=60.0,%2020')).text)
  expect(near.attribute('.map-container', 'data-start')?.split(',').map(Number)).toEqual([
    20, 60, 20, 60.004,
  ])
  expect(near.text('.map-container [data-outside][hidden]')).toBe(
    '· One camera is far away, outside of the map. Show all images',
  )
})

test('finds images that show a place by its name, and offers other places of this name', async () => {
  const subject = await seed.subject({ title: 'Belvedere', slug: 'belvedere' })
  await seed.outline(subject, 'way/7')
  const tagged = await seed.image({ collection_id, title: 'Belvedere' })
  await seed.tag(tagged, subject)
  await seed.point(tagged, { latitude: 12.5, longitude: 33, direction: 0 })
  const page = parsePage((await open('?mode=in-view&q=belvedere')).text)
  expect(page.has('.map-container[data-spot]')).toBe(true)
  expect(page.texts('.chips a')).toEqual(['Belvedere subject', `Belvedere picture #${tagged}`])
  expect(page.attribute('.chips a:not([aria-current])', 'href')).toBe(
    `${server.baseUrl}/search/?mode=in-view&lat=12.50000&lon=33.00000`,
  )
})

test('leads to an image by its number, and to a subject by its Wikidata item', async () => {
  const image_id = await seed.image({ collection_id })
  const subject_id = await seed.subject({ slug: 'old-mill', kb_id: 'Q4242' })
  await seed.tag(image_id, subject_id)
  expect((await open('?q=%2312')).response.headers.get('Location')).toBe(`${server.baseUrl}/12/`)
  const bare = await open(`?q=${image_id}`)
  expect(bare.response.headers.get('Location')).toBe(`${server.baseUrl}/${image_id}/`)
  expect((await open('?q=999999')).status).toBe(200)
  const found = await open('?q=q4242')
  expect(found.status).toBe(303)
  expect(found.response.headers.get('Location')).toBe(`${server.baseUrl}/subjects/old-mill/`)
  expect((await open('?q=Q999999')).status).toBe(200)
})

test('says what is wrong with a search, and keeps the form', async () => {
  const long = await open(`?q=${'x'.repeat(501)}`)
  expect(long.status).toBe(400)
  expect(long.text).toContain('The text is too long.')
  const place = await open('?mode=in-view&q=zzyzx')
  expect(place.text).toContain('No place of this name was found.')
  const semantic = await open('?mode=semantic&q=a+bridge')
  expect(semantic.status).toBe(503)
  expect(semantic.text).toContain('cannot search by what pictures show yet')
  expect(parsePage(semantic.text).value('q')).toBe('a bridge')
})

test('shows hostile text as text, and odd parameters do no harm', async () => {
  const { text } = await open('?q=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E')
  expect(text).not.toContain('<script>alert')
  expect(text).toContain('&quot;&gt;&lt;script&gt;')
  for (const query of ['?mode=x&page=-1', '?page=1e9&lat=a&lon=b', '?q=%00', '?q=&q=&mode='])
    expect([200, 400]).toContain((await open(query)).status)
})

test('explains an empty result in the language of the visitor', async () => {
  expect((await open('?q=zzzzqqq&lang=de')).text).toContain('Zu „zzzzqqq“ wurde nichts gefunden.')
  expect((await open('?q=zzzzqqq&lang=fr')).text).toContain('Aucun résultat pour « zzzzqqq ».')
  expect((await open('?q=zzzzqqq&lang=es')).text).toContain('No se encontró nada para «zzzzqqq».')
})

test('offers a search by what pictures show only with a model for it', async () => {
  const without = await open('?q=zzzzqqq')
  expect(without.text).not.toContain('Search for pictures that look like it')
  expect(parsePage(without.text).texts('.tabs a')).toEqual(['Words', 'In view'])
  expect(parsePage(without.text).texts('.note + .buttons a')).toEqual([
    'Show all images',
    'Open the map',
  ])
  await seed.setting('embedding_model', 'siglip2')
  const found = await open('?q=zzzzqqq')
  expect(found.text).toContain('Search for pictures that look like it')
})
