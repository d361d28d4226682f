import { afterAll, expect, test } from 'vitest'
import { dateColumns } from '../../../src/core/database/date-columns.ts'
import { countOnTile, decodeTile } from '../../support/decode-tile.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const source_id = await seed.source({ name: 'Flatiron Archive', slug: 'flatiron-archive' })
const collection_id = await seed.collection({ source_id, name: 'The Flatiron albums' })
const image = (title: string, more: object = {}) => seed.image({ collection_id, title, ...more })

const crossing = await image('53rd Street, Lexington', dateColumns('1905'))
await seed.point(crossing, { latitude: 40.75, longitude: -73.97 })
const later = await image('Lexington Avenue at East 53rd', dateColumns('1932'))
const described = await image('Elevated railway', {
  description: `${'A long text about the city. '.repeat(8)}Near 53d and Lexington, on 53 St. in the rain.`,
})
const other = await image('Lexington Armory')
const flatiron = await image('Flatiron in snow', { creator: 'Berenice Flatiron' })
const subject_id = await seed.subject({
  title: 'Flatiron Building',
  slug: 'flatiron',
  kb_id: 'Q220',
})
await seed.tag(flatiron, subject_id)
const hidden = await seed.collection({ public: 0, name: 'Flatiron secrets' })
const secret = await seed.image({ collection_id: hidden, title: 'Flatiron secret' })
await seed.tag(secret, await seed.subject({ title: 'Flatiron cellar' }))

await seed.gazetteer([
  { name: 'Flatiron District', kind: 'area', extent: [-74, 40.7, -73.9, 40.8] },
])

const search = async (q: string, more: Record<string, string> = {}) =>
  server.get(`/api/v2/search/?${new URLSearchParams({ q, ...more })}`)

const idsOf = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id)

test('groups what a word means, of what is public', async () => {
  const found = await search('flatiron')
  expect(found).toMatchObject({
    query: 'flatiron',
    filters: { text: null, year_min: null, year_max: null },
    subjects: {
      count: 1,
      results: [
        {
          id: subject_id,
          slug: 'flatiron',
          image_count: 1,
          page_url: `${server.baseUrl}/subjects/flatiron/`,
          match: { field: 'title', text: 'Flatiron Building' },
        },
      ],
    },
    people: { count: 1, results: [{ kind: 'creator', name: 'Berenice Flatiron' }] },
    collections: {
      count: 2,
      results: [
        { kind: 'collection', id: collection_id, name: 'The Flatiron albums' },
        { kind: 'source', id: source_id },
      ],
    },
    places: { count: 1, results: [{ source: 'gazetteer', title: 'Flatiron District' }] },
    images: { count: 1, results: [{ id: flatiron, match: { field: 'title' } }] },
    less_exact: { count: 0, results: [] },
  })
})

test('finds subjects of found images by any of their words', async () => {
  const mill = await seed.subject({ title: 'The Old Windmill', slug: 'old-windmill' })
  await seed.tag(await image('Windmill in spring'), mill)
  const { subjects } = await search('windmill')
  expect(subjects).toMatchObject({ count: 1, results: [{ id: mill }] })
})

test('finds names whose first word is followed by any separator', async () => {
  const separators = ['\u00a0: ', '·', ' « ', '«', '|', '~', '\u3000', '・', '（', '：', '｜', '—']
  const titles = separators.map((separator) => `札幌${separator}north`)
  for (const [index, title] of titles.entries())
    await seed.tag(crossing, await seed.subject({ title, slug: `sapporo-${index}` }))
  await seed.tag(crossing, await seed.subject({ title: '札幌市', slug: 'sapporo-city' }))
  const { subjects } = await search('札幌', { group: 'subjects', page_size: '50' })
  const found = subjects.results.map(({ match }: { match: { text: string } }) => match.text)
  expect(found.toSorted()).toEqual(titles.toSorted())
})

test('finds streets in any order and spelling, and similar images apart', async () => {
  const found = await search('Lexington Ave 53 st')
  expect(new Set(idsOf(found.images))).toEqual(new Set([crossing, later, described]))
  expect(found.images.count).toBe(3)
  expect(idsOf(found.less_exact)).toEqual([other])
  expect(found.places.results).toMatchObject([{ source: 'image', id: crossing, latitude: 40.75 }])
  const match = found.images.results.find(({ id }: { id: number }) => id === described)?.match
  expect(match.field).toBe('description')
  expect(match.text).toMatch(/^… .*Lexington/u)
})

test('filters images by the date of the text', async () => {
  const before = await search('lexington vor 1910')
  expect(before).toMatchObject({
    query: 'lexington',
    filters: { text: 'vor 1910', year_min: null, year_max: 1909 },
  })
  expect(idsOf(before.images)).toEqual([crossing])
  const decade = await search('1930s')
  expect(decade).toMatchObject({ query: '', filters: { year_min: 1930, year_max: 1939 } })
  expect(decade.images).toMatchObject({ count: 1, results: [{ id: later }] })
  expect(decade.places.count).toBe(0)
})

test('finds images and subjects by their numbers', async () => {
  const numbered = await search(String(crossing))
  expect(numbered.images).toMatchObject({ count: 1, results: [{ match: { field: 'id' } }] })
  expect((await search(String(secret))).images.count).toBe(0)
  expect((await search('Q220')).subjects.results).toMatchObject([
    { id: subject_id, match: { field: 'item', text: 'Q220' } },
  ])
})

test('finds an image as soon as its text changes', async () => {
  const added = await image('Gasometer')
  expect(idsOf((await search('gasometer')).images)).toEqual([added])
  await image('Gasometers of the harbor')
  const { images, less_exact } = await search('gasometer')
  expect([images.count, less_exact.count]).toEqual([1, 1])
})

test('filters images as their list does', async () => {
  const found = async (more: Record<string, string>) =>
    idsOf((await search('flatiron', more)).images)
  expect(await found({ creator: 'berenice', subject: 'Q220', collection: String(collection_id) })).toEqual([flatiron]) // prettier-ignore
  for (const other of ['creator=x', 'from_above=true', 'georeferenced=true', 'year_min=1900'])
    expect(await found(Object.fromEntries(new URLSearchParams(other)))).toEqual([])
  // The date of the text applies, too.
  expect(idsOf((await search('lexington vor 1940', { year_min: '1920' })).images)).toEqual([later])
  const response = await server.fetch('/api/v2/search/?q=a&collection=b&group=c')
  expect([response.status, (await response.json()).error]).toEqual([
    400,
    expect.stringMatching(/group.*collection/),
  ])
})

test('shows the images on map tiles, as long as they have the words', async () => {
  const count = async (q: string) => {
    const response = await server.fetch(`/api/v2/tiles/0/0/0.mvt?${new URLSearchParams({ q })}`)
    return countOnTile(decodeTile(new Uint8Array(await response.arrayBuffer())), ['points'])
  }
  expect([await count('street lexington 53'), await count('armory')]).toEqual([1, 0])
  await seed.point(other, { latitude: 40.74, longitude: -73.98 })
  expect([await count('armory'), await count('lexington')]).toEqual([1, 2])
  const long = await server.fetch(`/api/v2/tiles/0/0/0.mvt?q=${'x'.repeat(501)}`)
  expect([long.status, Object.keys(await long.json())]).toEqual([400, ['q']])
})

test('lists all results of a group by pages', async () => {
  for (let n = 10; n < 40; n++) await image(`Regatta ${n}`, { creator: `Otto Regatta ${n}` })
  // Creators of many images leave room for others.
  for (let n = 0; n < 210; n++) await image('Boat', { creator: 'Anna Regatta' })
  const contributor = await seed.user({ username: 'Regatta fan' })
  await seed.point(crossing, { user_id: contributor, latitude: 40.75, longitude: -73.97 })
  const first = await search('regatta')
  expect([first.people.count, first.people.results.length]).toEqual([32, 5])
  expect(first.people.results[0]).toMatchObject({ kind: 'creator', name: 'Anna Regatta' })
  const pages = await Promise.all(
    ['1', '2', '3'].map((page) => search('regatta', { group: 'people', page, page_size: '16' })),
  )
  const names = pages.flatMap(({ people }) =>
    people.results.map(({ name }: { name: string }) => name),
  )
  expect([names.length, new Set(names).size, names.at(-1)]).toEqual([32, 32, 'Regatta fan'])
  expect(pages[2]).toEqual({
    query: 'regatta',
    filters: { text: null, year_min: null, year_max: null },
    people: { count: 32, results: [] },
  })
  const images = await Promise.all(
    ['1', '2'].map((page) => search('regatta', { group: 'images', page, page_size: '20' })),
  )
  expect(new Set(images.flatMap((one) => idsOf(one.images))).size).toBe(30)
  const dated = await search('1905', { group: 'images', page: '9' })
  expect(dated.images).toEqual({ count: 1, results: [] })
})

test('requires a text', async () => {
  const response = await server.fetch('/api/v2/search/?q=')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: 'q: Enter a text to search for.' })
})

test('sorts images by date on request, undated ones last', async () => {
  const find = async (ordering: string) =>
    idsOf((await search('lexington 53', { group: 'images', ordering })).images)
  expect(await find('date')).toEqual([crossing, later, described])
  expect(await find('-date')).toEqual([later, crossing, described])
  expect((await server.fetch('/api/v2/search/?q=a&ordering=title')).status).toBe(400)
})

test('ranks titles before other texts', async () => {
  const late = await image('Canal Street at Mulberry', { description: 'Nothing else.' })
  const letter = await image('Letter', { description: 'From Mulberry Canal.' })
  const found = await search('mulberry canal', { group: 'images' })
  expect(idsOf(found.images)).toEqual([late, letter])
})

test('finds a capital I with a dot by any other, in texts and in names', async () => {
  const name = 'İskele Meydanı'
  const image = await seed.image({ title: name, creator: name })
  const subject = await seed.subject({ title: name })
  await seed.tag(image, subject)
  for (const q of ['iskele', 'Iskele', 'İSKELE']) {
    const { images, subjects, people } = await search(q)
    expect([q, images.results[0]?.id, images.results[0]?.match.field]).toEqual([q, image, 'title'])
    expect([subjects.count, people.count]).toEqual([1, 1])
  }
})
