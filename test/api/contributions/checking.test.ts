import { afterAll, expect, test } from 'vitest'
import { openCommunity, type Person } from '../../support/contributors.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const moderator = await community.person({ staff: true })

/** A person who has placed this many images. */
async function withPlacements(count: number): Promise<Person> {
  const person = await community.person()
  const image = await seed.image()
  await seed.points(image, count, { user_id: person.userId })
  return person
}

const trusted = await withPlacements(5)

test('checks a placement, and replaces the own verdict', async () => {
  const image = await seed.image()
  const point = await seed.point(image)
  const path = `/georeferences/${point}/validations/`
  const first = await trusted.post(path, { validation: 'uncertain', notes: 'Hm.' })
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    validation: 'uncertain',
    validated_by: `mapper-${trusted.userId}`,
    notes: 'Hm.',
    validated_at: '2026-03-01T12:00:00.000000Z',
  })
  server.clock.advance(1)
  const second = await trusted.post(path, { validation: 'correct' })
  expect(second.status).toBe(200)
  expect(second.body).toMatchObject({ validation: 'correct', notes: '' })
  expect((await moderator.post(path, { validation: 'correct' })).status).toBe(201)
  const detail = await server.get(`/api/v2/images/${image}/`)
  expect(detail.georeferences[0].validations).toHaveLength(2)
  expect(detail.georeference_status).toBe('georeferenced')
  const feature = await server.get(`/api/v2/georeferences/${point}/`)
  expect(feature.properties.validation_count).toBe(2)
  expect(await server.get('/api/v2/activity/')).toEqual([])
})

test('checks the area of an image taken from above', async () => {
  const area = await seed.area(await seed.image({ from_above: 1 }))
  const path = `/from-above-georeferences/${area}/validations/`
  expect((await trusted.post(path, { validation: 'incorrect' })).status).toBe(201)
})

test('nobody checks their own placement', async () => {
  const own = await seed.point(await seed.image(), { user_id: moderator.userId })
  const { status, body } = await moderator.post(`/georeferences/${own}/validations/`, {
    validation: 'correct',
  })
  expect([status, body.code]).toEqual([403, 'own_georeference'])
})

test.each([
  ['staff', { beginner: 403, trusted: 403, moderator: 201 }],
  ['trusted', { beginner: 403, trusted: 201, moderator: 201 }],
  ['everyone', { beginner: 201, trusted: 201, moderator: 201 }],
])('the setting validators = %s decides who checks', async (validators, expected) => {
  await seed.setting('validators', validators)
  const point = await seed.point(await seed.image())
  const check = async (person: Person) =>
    (await person.post(`/georeferences/${point}/validations/`, { validation: 'correct' })).status
  const beginner = await withPlacements(4)
  expect({
    beginner: await check(beginner),
    trusted: await check(trusted),
    moderator: await check(moderator),
  }).toEqual(expected)
})

test('rejects invalid verdicts, and placements that are unknown or hidden', async () => {
  const point = await seed.point(await seed.image())
  const path = `/georeferences/${point}/validations/`
  const invalid = await trusted.post(path, { validation: 'maybe', notes: 3 })
  expect([invalid.status, Object.keys(invalid.body).toSorted()]).toEqual([
    400,
    ['notes', 'validation'],
  ])
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const unseen = await seed.point(hidden)
  for (const id of [unseen, 987_654, 'x']) {
    const { status, body } = await trusted.post(`/georeferences/${id}/validations/`, {
      validation: 'correct',
    })
    expect([status, body.detail]).toEqual([404, 'Georeference not found.'])
  }
})

test('several checks by one person at once leave one verdict', async () => {
  const image = await seed.image()
  const point = await seed.point(image)
  const answers = await Promise.all(
    ['correct', 'uncertain', 'incorrect', 'correct'].map((validation) =>
      moderator.post(`/georeferences/${point}/validations/`, { validation }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const detail = await server.get(`/api/v2/images/${image}/`)
  expect(detail.georeferences[0].validations).toHaveLength(1)
})
