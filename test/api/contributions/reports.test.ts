import { afterAll, expect, test } from 'vitest'
import { openCommunity } from '../../support/contributors.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const ada = await community.person()
const grace = await community.person()

test('reports an image once for each reason, person and image', async () => {
  const image = await seed.image()
  const path = `/images/${image}/flags/`
  const text = '<img src=x onerror=alert(1)>\nThis is another street.'
  const first = await ada.post(path, { reason: 'place', text })
  expect([first.status, first.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      image_id: image,
      reason: 'place',
      text,
      flagged_at: '2026-03-01T12:00:00.000000Z',
    },
  ])
  server.clock.advance(1)
  const again = await ada.post(path, { reason: 'place' })
  expect([again.status, again.body]).toEqual([200, first.body])
  const more = await ada.post(path, { reason: 'place', text: 'Really.' })
  expect([more.status, more.body]).toEqual([200, { ...first.body, text: 'Really.' }])
  expect((await ada.post(path, { reason: 'rights' })).status).toBe(201)
  expect((await grace.post(path, { reason: 'place' })).status).toBe(201)
  const resolved = { resolved_at: 1, resolved_by: null }
  await server.catalog.write((tx) => tx.updateTable('flag').set(resolved).execute())
  expect((await ada.post(path, { reason: 'place' })).status).toBe(201)
  expect(await server.get('/api/v2/activity/')).toEqual([])
})

test('several equal reports at once are one', async () => {
  const image = await seed.image()
  const moderator = await community.person()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => moderator.post(`/images/${image}/flags/`, { reason: 'date' })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
})

test('rejects unknown reasons, long texts and images that are hidden', async () => {
  server.clock.advance(60)
  const image = await seed.image()
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const flag = async (id: number, body: object) =>
    (await ada.post(`/images/${id}/flags/`, body)).status
  expect(await flag(image, {})).toBe(400)
  expect(await flag(image, { reason: 'dislike' })).toBe(400)
  expect(await flag(image, { reason: 'other', text: 'x'.repeat(2001) })).toBe(400)
  expect(await flag(hidden, { reason: 'other' })).toBe(404)
  expect((await ada.post(`/images/${hidden}/skips/`)).status).toBe(404)
  const { status } = await ada.post(`/images/${image}/skips/`, { reason: 'x'.repeat(201) })
  expect(status).toBe(400)
})

test('repeats a skip with the same key', async () => {
  const image = await seed.image()
  const key = { 'Idempotency-Key': 'skip-1' }
  expect((await ada.post(`/images/${image}/skips/`, { reason: 'Unknown town.' }, key)).status).toBe(
    204,
  )
  const again = await ada.post(`/images/${image}/skips/`, { reason: 'Unknown town.' }, key)
  expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([204, 'true'])
})
