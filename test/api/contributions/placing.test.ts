import { afterAll, expect, test } from 'vitest'
import { openCommunity } from '../../support/contributors.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const ada = await community.person()
const grace = await community.person()

const POINT = { latitude: 52.374, longitude: 4.8896, direction: 118.5, confidence: 'medium' }

/** A square with this side in degrees, clockwise. */
const square = (side: number, west = 4) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 52],
      [west, 52 + side],
      [west + side, 52 + side],
      [west + side, 52],
      [west, 52],
    ],
  ],
})

test('places an image, which lists, counts, the feed and the text search show at once', async () => {
  const image = await seed.image({ title: 'Herengracht' })
  const notes = 'The corner house\nstill stands.'
  const { status, body } = await ada.post('/georeferences/', {
    ...POINT,
    image: String(image),
    confidence_notes: ` ${notes}\u0007 `,
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    image_id: image,
    ...POINT,
    confidence_notes: notes,
    georeferenced_by: `mapper-${ada.userId}`,
    georeferenced_at: '2026-03-01T12:00:00.000000Z',
    verdict: 'unchecked',
    score: 0,
    validations: [],
  })
  const detail = await server.get(`/api/v2/images/${image}/`)
  const { image_id: _, ...point } = body
  expect(detail).toMatchObject({ georeference_status: 'georeferenced', georeferences: [point] })
  const feature = await server.get(`/api/v2/georeferences/${body.id}/`)
  expect(feature.geometry.coordinates).toEqual([POINT.longitude, POINT.latitude])
  const [event] = await server.get('/api/v2/activity/?types=georeference_group')
  expect(event.data).toMatchObject({ count: 1, images: [{ id: image }] })
  const found = await server.get('/api/v2/search/text/?q=corner+house+still+stands')
  expect(found.results.map(({ id }: { id: number }) => id)).toEqual([image])
  const user = await server.get(`/api/v2/users/${ada.userId}/`)
  expect(user.point_georeferences).toBe(1)
})

test('adds to the placements of others and keeps them, as the newest one', async () => {
  const image = await seed.image()
  const first = await ada.post('/georeferences/', { ...POINT, image, previous: null })
  expect(first.status).toBe(201)
  server.clock.advance(1)
  const previous = first.body.id
  const second = await grace.post('/georeferences/', { ...POINT, image, latitude: 52.5, previous })
  expect(second.status).toBe(201)
  server.clock.advance(1)
  for (const seen of [previous, null]) {
    const late = await ada.post('/georeferences/', { ...POINT, image, previous: seen })
    expect(late.status).toBe(409)
    expect(late.body).toEqual({
      code: 'superseded',
      detail: expect.stringContaining(`mapper-${grace.userId}`),
      newest: second.body,
    })
  }
  const { georeferences } = await server.get(`/api/v2/images/${image}/`)
  expect(georeferences.map(({ id }: { id: number }) => id)).toEqual([previous, second.body.id])
  expect((await ada.post('/georeferences/', { ...POINT, image })).status).toBe(201)
})

test('lets exactly one of several who have seen the same placement place an image', async () => {
  const image = await seed.image()
  const people = await Promise.all(Array.from({ length: 6 }, () => community.person()))
  const answers = await Promise.all(
    people.map((person) => person.post('/georeferences/', { ...POINT, image, previous: null })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(5)
})

test('places an image taken from above on an area, stored counterclockwise', async () => {
  const image = await seed.image({ from_above: 1 })
  const polygon = square(0.5)
  const request = { image, polygon, confidence: 'high', previous: null }
  const { status, body } = await ada.post('/from-above-georeferences/', request)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    image_id: image,
    polygon: { type: 'Polygon', coordinates: [polygon.coordinates[0]!.toReversed()] },
    confidence_notes: '',
  })
  const detail = await server.get(`/api/v2/images/${image}/`)
  expect(detail.georeference_status).toBe('georeferenced')
  const late = await grace.post('/from-above-georeferences/', request)
  expect([late.status, late.body.newest.id]).toEqual([409, body.id])
  // A point does not make it georeferenced, but is accepted.
  expect((await grace.post('/georeferences/', { ...POINT, image })).status).toBe(201)
})

const circle = (count: number, radius = 0.1) => {
  const ring = Array.from({ length: count - 1 }, (_, n): [number, number] => {
    const angle = (2 * Math.PI * n) / (count - 1)
    return [5 + radius * Math.cos(angle), 52 + radius * Math.sin(angle)]
  })
  return [...ring, ring[0]!]
}
const bowtie = [
  [0, 0],
  [0.1, 0.1],
  [0.1, 0],
  [0, 0.2],
  [0, 0],
]

test.each([
  ['no polygon', undefined, /GeoJSON geometry/],
  ['a point', { type: 'Point', coordinates: [1, 2] }, /Polygon/],
  ['an open ring', { type: 'Polygon', coordinates: [bowtie.slice(0, 3)] }, /not closed/],
  ['a ring that crosses itself', { type: 'Polygon', coordinates: [bowtie] }, /not valid/],
  ['a large area', square(0.51), /0\.26 square degrees; at most 0\.25/],
  ['many rings', { type: 'Polygon', coordinates: Array(17).fill(circle(9)) }, /17 rings/],
  ['a long ring', { type: 'Polygon', coordinates: [circle(2001)] }, /2001 positions/],
  ['many positions', { type: 'Polygon', coordinates: Array(3).fill(circle(1500)) }, /4500 pos/],
  [
    'a latitude beyond the pole',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 91],
          [0, 91],
        ],
      ],
    },
    /latitude/,
  ],
  ['deep nesting', { type: 'Polygon', coordinates: [[[[[1]]]]] }, /./],
])('rejects %s', async (_, polygon, problem) => {
  const image = await seed.image({ from_above: 1 })
  const { status, body } = await grace.post('/from-above-georeferences/', {
    image,
    polygon,
    confidence: 'high',
  })
  expect([status, Object.keys(body)]).toEqual([400, ['polygon']])
  expect(body.polygon[0]).toMatch(problem)
  server.clock.advance(60)
})

test('reports all invalid members at once', async () => {
  const { status, body } = await ada.post('/georeferences/', {
    image: 'x',
    latitude: 90.1,
    longitude: 'east',
    direction: 360,
    confidence: 'certain',
    confidence_notes: 'a\u0000b',
    previous: -1,
  })
  expect(status).toBe(400)
  expect(Object.keys(body).toSorted()).toEqual(
    'confidence confidence_notes direction image latitude longitude previous'.split(' '),
  )
  const empty = await ada.post('/georeferences/', {})
  expect(empty.body.latitude).toEqual(['This field is required.'])
  expect((await ada.post('/georeferences/', '[1')).status).toBe(400)
})

test('refuses images that are hidden, unknown, duplicates or not to be georeferenced', async () => {
  server.clock.advance(60)
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const original = await seed.image()
  const duplicate = await seed.image({ duplicate_of: original })
  const unwanted = await seed.image({ will_not_georef: 1 })
  const place = async (image: number) => {
    const { status, body } = await ada.post('/georeferences/', { ...POINT, image })
    return [status, body.detail]
  }
  expect(await place(hidden)).toEqual([404, 'Image not found.'])
  expect(await place(987_654)).toEqual([404, 'Image not found.'])
  expect(await place(duplicate)).toEqual([409, expect.stringContaining(`image ${original}`)])
  expect(await place(unwanted)).toEqual([409, expect.stringContaining('will_not_georef')])
  const area = { image: original, polygon: square(0.1), confidence: 'low' }
  const { status, body } = await ada.post('/from-above-georeferences/', area)
  expect([status, body.detail]).toEqual([409, expect.stringContaining('not taken from above')])
})

test('answers a repetition with the same key like the first request', async () => {
  server.clock.advance(60)
  const image = await seed.image()
  const key = { 'Idempotency-Key': 'first-try' }
  const request = { ...POINT, image, previous: null }
  const first = await ada.post('/georeferences/', request, key)
  const again = await ada.post('/georeferences/', request, key)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  const other = await ada.post('/georeferences/', { ...request, latitude: 1 }, key)
  expect(other.status).toBe(422)
  const { georeferences } = await server.get(`/api/v2/images/${image}/`)
  expect(georeferences).toHaveLength(1)
  const { status } = await ada.post('/georeferences/', request, { 'Idempotency-Key': 'ä' })
  expect(status).toBe(400)
})

test('limits the placements of one person per minute, on the first day to a third, but not of importers', async () => {
  const newcomer = await community.person({ isNew: true })
  const place = async (person: typeof ada, count: number) => {
    const statuses: number[] = []
    for (let n = 0; n < count; n += 1) {
      statuses.push((await person.post('/georeferences/', { ...POINT, image: 987_654 })).status)
    }
    return statuses.lastIndexOf(404) + 1
  }
  expect(await place(newcomer, 11)).toBe(10)
  const { status, headers } = await newcomer.post('/georeferences/', { ...POINT, image: 987_654 })
  expect([status, headers.get('Retry-After')]).toEqual([429, '60'])
  const regular = await community.person()
  expect(await place(regular, 31)).toBe(30)
  const importer = await community.person({
    scopes: ['import', 'contribute'],
    staff: true,
    isNew: true,
  })
  expect(await place(importer, 60)).toBe(60)
  server.clock.advance(60)
  expect(await place(newcomer, 1)).toBe(1)
})

test('moderators delete placements, and the feed, the counts and the status follow', async () => {
  const image = await seed.image()
  const { body: first } = await ada.post('/georeferences/', { ...POINT, image })
  server.clock.advance(1)
  const { body: wrong } = await grace.post('/georeferences/', { ...POINT, image, latitude: 1 })
  const moderator = await community.person({ scopes: ['moderate'], staff: true })
  const remove = (id: number) => moderator.send('DELETE', `/georeferences/${id}/`)
  expect((await remove(wrong.id)).status).toBe(204)
  expect((await remove(wrong.id)).status).toBe(404)
  const { georeferences } = await server.get(`/api/v2/images/${image}/`)
  expect(georeferences.map(({ id }: { id: number }) => id)).toEqual([first.id])
  expect((await server.get(`/api/v2/georeferences/${first.id}/`)).id).toBe(first.id)
  await remove(first.id)
  expect(await server.get(`/api/v2/images/${image}/`)).toMatchObject({
    georeference_status: 'available',
  })
  const audit = await server.catalog.reads
    .selectFrom('audit_entry')
    .select(['user_id', 'action', 'object_id'])
    .orderBy('id')
    .execute()
  // Contributions themselves leave no entries.
  const action = 'georeference.delete'
  expect(audit).toEqual([
    { user_id: moderator.userId, action, object_id: String(wrong.id) },
    { user_id: moderator.userId, action, object_id: String(first.id) },
  ])
})

test('limits how often one user places the same image, and how much they write about it', async () => {
  const image = await seed.image({ from_above: 1 })
  await seed.points(image, 50, { user_id: ada.userId })
  const another = await ada.post('/georeferences/', { ...POINT, image })
  expect([another.status, another.body.code]).toEqual([409, 'too_many'])
  expect((await grace.post('/georeferences/', { ...POINT, image })).status).toBe(201)
  const area = { image, polygon: square(0.1), confidence: 'high' }
  expect((await ada.post('/from-above-georeferences/', area)).status).toBe(201)
  const confidence_notes = 'x'.repeat(10_001)
  for (const path of ['/georeferences/', '/from-above-georeferences/']) {
    const { status, body } = await grace.post(path, { ...POINT, ...area, confidence_notes })
    expect([status, Object.keys(body)]).toEqual([400, ['confidence_notes']])
  }
})

test('limits how many positions the areas of one user on an image have', async () => {
  const image = await seed.image({ from_above: 1 })
  const polygon = { type: 'Polygon', coordinates: [circle(2000), circle(2000, 0.05)] }
  const place = (person: typeof ada, area: object) =>
    person.post('/from-above-georeferences/', { image, polygon: area, confidence: 'high' })
  expect((await place(ada, polygon)).status).toBe(201)
  server.clock.advance(1)
  expect((await place(ada, polygon)).status).toBe(201)
  server.clock.advance(1)
  const { status, body } = await place(ada, square(0.1))
  expect([status, body.code]).toEqual([409, 'too_many'])
  expect(body.detail).toContain('8000 positions')
  expect((await place(grace, polygon)).status).toBe(201)
})
