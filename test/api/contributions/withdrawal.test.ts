import { afterAll, expect, test } from 'vitest'
import { openCommunity } from '../../support/contributors.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const ada = await community.person()
const moderator = await community.person({ staff: true })

const POSITION = { latitude: 40.7, longitude: -74, confidence: 'high' }

async function place(image: number): Promise<string> {
  const { status, body } = await ada.post('/georeferences/', { image, ...POSITION })
  expect(status).toBe(201)
  return `/georeferences/${body.id}/`
}

const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]

test('takes back the own newest placement as if it had never been made', async () => {
  const image = await seed.image()
  const activity = await server.get('/api/v2/activity/')
  const statistics = await server.get('/api/v2/stats/')
  const path = await place(image)
  server.clock.advance(15 * 60)
  expect((await ada.post(`${path}withdraw/`, {})).status).toBe(204)
  expect(await server.get('/api/v2/activity/')).toEqual(activity)
  expect(await server.get('/api/v2/stats/')).toEqual(statistics)
  const detail = await server.get(`/api/v2/images/${image}/`)
  expect([detail.georeference_status, detail.georeferences]).toEqual(['available', []])
  expect(outcomeOf(await ada.post(`${path}withdraw/`, {}))).toEqual([404, undefined])
})

test('takes back an area, after which the area before it is the newest', async () => {
  const image = await seed.image({ from_above: 1 })
  const earlier = await seed.area(image)
  server.clock.advance(1)
  const ring = [[[0, 0], [0.1, 0], [0.1, 0.1], [0, 0]]] // prettier-ignore
  const polygon = { type: 'Polygon', coordinates: ring }
  const area = await ada.post('/from-above-georeferences/', { image, polygon, confidence: 'low' })
  const path = `/from-above-georeferences/${area.body.id}/withdraw/`
  expect((await ada.post(path, {})).status).toBe(204)
  const { from_above_georeferences: left } = await server.get(`/api/v2/images/${image}/`)
  expect(left.map(({ id }: { id: number }) => id)).toEqual([earlier])
})

test('repeats a request with the same idempotency key', async () => {
  const path = await place(await seed.image())
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await ada.post(`${path}withdraw/`, {}, headers)
  const second = await ada.post(`${path}withdraw/`, {}, headers)
  expect([first.status, second.status]).toEqual([204, 204])
})

test('refuses what another user made, checked or followed, or what is older', async () => {
  const image = await seed.image()
  const path = await place(image)
  expect(outcomeOf(await moderator.post(`${path}withdraw/`, {}))).toEqual([
    403,
    'not_own_placement',
  ])
  await moderator.post(`${path}validations/`, { validation: 'correct' })
  expect(outcomeOf(await ada.post(`${path}withdraw/`, {}))).toEqual([409, 'checked'])
  await moderator.post('/georeferences/', { image, ...POSITION })
  expect(outcomeOf(await ada.post(`${path}withdraw/`, {}))).toEqual([409, 'superseded'])
  const old = await place(await seed.image())
  server.clock.advance(15 * 60 + 1)
  expect(outcomeOf(await ada.post(`${old}withdraw/`, {}))).toEqual([409, 'too_late'])
})

test('a check or a placement at the same moment comes before or after it, never between', async () => {
  for (let round = 0; round < 5; round += 1) {
    const image = await seed.image()
    const path = await place(image)
    const [withdrawn, checked, followed] = await Promise.all([
      ada.post(`${path}withdraw/`, {}),
      moderator.post(`${path}validations/`, { validation: 'correct' }),
      moderator.post('/georeferences/', { image, ...POSITION }),
    ])
    expect(followed.status).toBe(201)
    if (withdrawn.status === 204) expect(checked.status).toBe(404)
    else expect(withdrawn.status).toBe(409)
    server.clock.advance(60)
  }
})

test('hides whether a placement of a hidden image exists', async () => {
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const point = await seed.point(hidden, { user_id: ada.userId })
  expect((await ada.post(`/georeferences/${point}/withdraw/`, {})).status).toBe(404)
})
