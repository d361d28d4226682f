import { afterAll, expect, test } from 'vitest'
import type { PlaceSuggestions } from '../../src/core/contract/place-suggestion.ts'
import { dateColumns } from '../../src/core/database/date-columns.ts'
import { suggestPlaces, type Unplaced } from '../../src/core/queries/places/suggest-places.ts'
import { storeEmbedding, useModelFixture } from '../support/embedding-models.ts'
import { createSeed, READY } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

async function suggest(id: number): Promise<PlaceSuggestions['results']> {
  const { results } = (await server.get(
    `/api/v2/images/${id}/place-suggestions/`,
  )) as PlaceSuggestions
  return results
}

/** An image in a collection of its own, with a position. */
async function placed(title: string, latitude: number, longitude: number, collection_id?: number) {
  const image = await seed.image({ title, ...(collection_id !== undefined && { collection_id }) })
  return { image, point: await seed.point(image, { latitude, longitude }) }
}

for (let n = 0; n < 20; n += 1) await placed(`Market Street, no. ${n}`, 10 + n, 10)

test('suggests the place of a title with the same rare words, however they are written', async () => {
  const { image } = await placed('Vine Street, looking north', 47.5, 7.5)
  const [first, ...others] = await suggest(await seed.image({ title: 'House on vine St.' }))
  expect(first).toMatchObject({
    latitude: 47.5,
    longitude: 7.5,
    reason: 'similar_title',
    subject: null,
    images: [{ id: image, title: 'Vine Street, looking north' }],
  })
  for (const { score } of others) expect(score).toBeLessThan(first?.score ?? 0)
})

test('compares letters of every script without their case', async () => {
  const { image } = await placed('ÉCOLE «Müller»—ΟΔΟΣ, Площадь, İzmir', 44, 4)
  for (const title of ['die école', 'x müller x', 'οδος', 'площадь!', 'IZMIR', 'İzmir']) {
    const [first] = await suggest(await seed.image({ title }))
    expect([title, first?.images[0]?.id]).toEqual([title, image])
  }
})

test('suggests a crossing where the images of both streets are', async () => {
  await placed('Elm Street, school', 40, -70)
  await placed('Elm Street, church', 40.02, -70)
  await placed('Seventh Road, mill', 40.0201, -70.0001)
  await placed('Seventh Road, farm', 40.5, -70)
  const [first] = await suggest(await seed.image({ title: 'Elm Street and Seventh Road' }))
  expect(first?.latitude).toBeCloseTo(40.02, 3)
})

test('suggests where two streets cross of which images are elsewhere', async () => {
  for (const n of [1, 2, 3]) await placed(`Aspen Street, no. ${n}`, 20, 30 + n / 200)
  for (const n of [1, 2, 3]) await placed(`Maple Avenue, no. ${n}`, 20 + n / 200, 30)
  const [first] = await suggest(await seed.image({ title: 'Aspen Street - Maple Avenue' }))
  expect([first?.latitude, first?.longitude]).toEqual([
    expect.closeTo(20, 4),
    expect.closeTo(30, 4),
  ])
  expect(first?.images.map(({ title }) => title)).toEqual([
    'Aspen Street, no. 1',
    'Maple Avenue, no. 1',
  ])
  expect(first?.radius).toBeCloseTo(556, -2)
})

test.each([
  'Willow Road - Twenty-first Street',
  '21st St. (West), Willow Rd',
  'Willow Rd. at 21 Street',
])('suggests where a street would cross by the numbers of the next ones: %s', async (title) => {
  await placed('Willow Road and 19th Street', 25, 40)
  await placed('23 Street - Willow Rd.', 25.008, 40)
  await placed('Twenty-first Avenue', 26, 41)
  const [first] = await suggest(await seed.image({ title }))
  expect([first?.latitude, first?.longitude]).toEqual([
    expect.closeTo(25.004, 4),
    expect.closeTo(40, 4),
  ])
  expect(first?.radius).toBeCloseTo(445, -1)
})

test('suggests where the numbers of streets nearby lead in a street', async () => {
  await placed('Hollow Lane, mill', 35, 50)
  for (const [number, longitude] of [
    [31, 50.004],
    [32, 49.995],
    [35, 50.003],
    [36, 49.998],
  ] as const)
    await placed(`${number} Street, chapel`, 35 + (number - 30) / 1000, longitude)
  const [first] = await suggest(
    await seed.image({ title: 'Hollow Lane, chapel in Thirty-fourth St.' }),
  )
  expect([first?.latitude, first?.longitude]).toEqual([
    expect.closeTo(35.004, 3),
    expect.closeTo(50, 3),
  ])
  expect(first?.images[0]?.title).toBe('Hollow Lane, mill')
})

test('reads hundreds in the numbers of streets, and house numbers before saints', async () => {
  await placed('10th Street and Quay', 26, 42)
  await placed('110th Street and Quay', 27, 42)
  await placed('1st Street and Quay', 28, 42)
  await placed('One St. Mark, Quay', 29, 42)
  const ask = async (title: string) => (await suggest(await seed.image({ title })))[0]?.latitude
  expect(await ask('Quay, One Hundred and Tenth Street')).toBe(27)
  expect(await ask('1 St. Mark, Quay')).toBe(29)
})

test('takes ordinals for streets only before a kind of street', async () => {
  await placed('First Baptist Chapel', 30.5, 43)
  await placed('Fifth Baptist Chapel', 30.504, 43)
  const places = await suggest(await seed.image({ title: 'Third Baptist Chapel' }))
  const chapels = places.filter(({ longitude }) => longitude === 43)
  expect(new Set(chapels.map(({ latitude }) => latitude))).toEqual(new Set([30.5, 30.504]))
})

test('suggests the place of images beside it in its collection, the nearest first', async () => {
  const collection_id = await seed.collection()
  const far = await placed('A', 1, 1, collection_id)
  await seed.image({ title: '-', collection_id })
  const near = await placed('B', 2, 2, collection_id)
  await placed('C', 3, 3)
  const image = await seed.image({ title: '!', collection_id })
  const found = await suggest(image)
  expect(found.map(({ reason, images }) => [reason, images[0]?.id])).toEqual([
    ['beside', near.image],
    ['beside', far.image],
  ])
})

test('suggests the outline of a tagged subject', async () => {
  const image = await seed.image({ title: '?' })
  const subject = await seed.subject({ title: 'Town hall' })
  await seed.outline(subject, 'way/77')
  await seed.tag(image, subject)
  expect(await suggest(image)).toMatchObject([
    {
      reason: 'subject',
      subject: { id: subject, title: 'Town hall', slug: 'town-hall' },
      images: [],
    },
  ])
})

test('suggests what the archive states, and the file, late if it may be a scan', async () => {
  const collection_id = await seed.collection()
  await placed('', 60, 6, collection_id)
  const image = {
    collection_id,
    ...READY,
    title: '',
    gps_position: '61, 6, 90',
    captured_on: '2019-05-04',
  }
  const reasonsOf = async (values: object) =>
    (await suggest(await seed.image({ ...image, ...values }))).map(({ reason }) => reason)
  const [first] = await suggest(await seed.image({ ...image, ...dateColumns('2019') }))
  expect(first).toMatchObject({ latitude: 61, longitude: 6, direction: 90, radius: 0 })
  expect(first).toMatchObject({ reason: 'gps_position', images: [], subject: null, entry: null })
  const [stated] = await suggest(await seed.image({ ...image, archive_position: '62, 6' }))
  expect(stated).toMatchObject({ latitude: 62, direction: null, reason: 'archive_position' })
  // Scanned later, where the scanner was.
  expect(await reasonsOf(dateColumns('1905~'))).toEqual(['beside', 'gps_position'])
  expect(await reasonsOf({ ...dateColumns('2019'), generation_of: 'earlier file' })).toEqual([
    'beside',
  ])
})

test('follows changes of titles and placements, and leaves out what is hidden or refuted', async () => {
  const { image, point } = await placed('Quince Alley', 50, 5)
  const asking = await seed.image({ title: 'Quince Alley again' })
  const ids = async () =>
    (await suggest(asking)).flatMap(({ images }) => images.map(({ id }) => id))
  expect(await ids()).toEqual([image])

  await seed.validation({ image, point }, { validation: 'incorrect' })
  expect(await ids()).toEqual([])
  await seed.validation({ image, point }, { validation: 'correct' })
  expect(await ids()).toEqual([image])

  const rename = (title: string) =>
    server.catalog.write((tx) =>
      tx.updateTable('image').set({ title }).where('id', '=', image).execute(),
    )
  await rename('Plum Court')
  expect(await ids()).toEqual([])
  await rename('Quince Alley')
  expect(await ids()).toEqual([image])

  const hide = (hidden: 0 | 1) =>
    server.catalog.write((tx) =>
      tx
        .updateTable('collection')
        .set({ public: hidden === 1 ? 0 : 1 })
        .where('id', '=', tx.selectFrom('image').select('collection_id').where('id', '=', image))
        .execute(),
    )
  await hide(1)
  expect(await ids()).toEqual([])
  await hide(0)
  await server.catalog.write((tx) =>
    tx.deleteFrom('georeference').where('id', '=', point).execute(),
  )
  expect(await ids()).toEqual([])
})

test('suggests the same for many images at once as for each alone', async () => {
  const collection_id = await seed.collection()
  const { image: near } = await placed('Beech Hill', 31, 31, collection_id)
  const subject = await seed.subject()
  await seed.outline(subject, 'way/78')
  const images: Unplaced[] = []
  for (const title of [
    'On Beech Hill',
    'Market Street and Beech Hill',
    '',
    'Nothing',
    'Beech Hill',
  ])
    images.push({ id: await seed.image({ title, collection_id }), title, collection_id })
  for (const { id } of images.slice(2)) await seed.tag(id, subject)
  const { reads } = server.catalog
  const together = await suggestPlaces(reads, images)
  expect(together.get(near + 1)?.[0]).toMatchObject({ reason: 'similar_title', latitude: 31 })
  for (const image of images)
    expect(together.get(image.id)).toEqual((await suggestPlaces(reads, [image])).get(image.id))
})

test('suggests a crossing of a gazetteer, in the town of the collection, with its credit', async () => {
  const collection_id = await seed.collection()
  await seed.point(await seed.image({ title: '', collection_id }), {
    latitude: 60.01,
    longitude: 10,
  })
  const asking = async (values: { title: string; description?: string }) =>
    (await suggest(await seed.image({ collection_id, ...values }))).filter(
      ({ reason }) => reason === 'gazetteer',
    )
  const title = 'Rowan Street - Larch Avenue'
  expect(await asking({ title })).toEqual([])
  await seed.gazetteer([
    { name: 'Rowan Street', extent: [10, 60, 10.02, 60] },
    { name: 'Larch Avenue', extent: [10.01, 59.99, 10.01, 60.01] },
    { name: 'Rowan Street', extent: [40, 20, 40.02, 20] },
    { name: 'Hazel Lane', extent: [80, 20, 80.02, 20] },
  ])
  const [crossing, longer] = await asking({ title })
  expect(crossing).toMatchObject({
    latitude: 60,
    longitude: 10.01,
    radius: 0,
    score: 0.8,
    images: [],
    subject: null,
    entry: { name: 'Rowan Street & Larch Avenue', credit: '© Town' },
  })
  expect(longer).toBeUndefined()
  const [named] = await asking({ title: '', description: 'A house in Rowan St.' })
  expect(named).toMatchObject({ longitude: 10.01, entry: { name: 'Rowan Street' } })
  expect(named?.radius).toBeCloseTo(557, -2)
  // The only street of this name is in another town.
  expect(await asking({ title: 'Hazel Lane' })).toEqual([])
})

test('suggests the places of pictures that look like it, while a model can tell', async () => {
  const collection_id = await seed.collection()
  const { image: alike } = await placed('', 33, 3)
  const { image: other } = await placed('', 34, 3)
  const image = await seed.image({ title: '', collection_id })
  expect(await suggest(image)).toEqual([])
  await useModelFixture(server, 'first')
  expect(await suggest(image)).toEqual([])
  await storeEmbedding(server, image, [1, 0])
  await storeEmbedding(server, alike, [1, 0.1])
  await storeEmbedding(server, other, [0, 1])
  // The first search of a model takes longer than suggestions wait.
  await server.get(`/api/v2/search/similar/?image=${image}`)
  expect(await suggest(image)).toMatchObject([
    { latitude: 33, reason: 'looks_like', images: [{ id: alike, title: '' }], subject: null },
  ])
})

test.each([
  'The ship constructor, __proto__',
  '',
  '!!!',
  '"',
  'a"b OR c*',
  "'); drop table image; --",
  'title:x NEAR(y)',
  '𝔸 ß İ',
  'x'.repeat(500),
])('answers for the title %j', async (title) => {
  expect(await suggest(await seed.image({ title }))).toEqual(expect.any(Array))
})

test('answers 404 for an image that is not public', async () => {
  const collection_id = await seed.collection({ public: 0 })
  const image = await seed.image({ collection_id })
  const response = await fetch(`${server.baseUrl}/api/v2/images/${image}/place-suggestions/`)
  expect(response.status).toBe(404)
})
