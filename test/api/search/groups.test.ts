import { afterAll, expect, test } from 'vitest'
import { dateColumns } from '../../../src/core/database/date-columns.ts'
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

const search = async (q: string) => server.get(`/api/v2/search/?${new URLSearchParams({ q })}`)

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

test('requires a text', async () => {
  const response = await server.fetch('/api/v2/search/?q=')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: 'q: Enter a text to search for.' })
})
