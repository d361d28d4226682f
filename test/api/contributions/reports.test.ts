import { afterAll, expect, test } from 'vitest'
import { openCommunity } from '../../support/contributors.ts'
import { addZoomableImage, readPictureAddresses, requestAll } from '../../support/zoomable-image.ts'

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

test('moderators list, resolve and reopen reports, and hide what is reported', async () => {
  server.clock.advance(60)
  const moderator = await community.person({ staff: true, scopes: ['moderate'] })
  const reporter = await community.person()
  const image = await seed.image()
  const flag = async (reason: string) =>
    (await reporter.post(`/images/${image}/flags/`, { reason, text: 'Look.' })).body.id as number
  const list = async (path = '/flags/?limit=1') => {
    const ids: number[] = []
    for (let next: string | null = path; next !== null;) {
      const { body } = await moderator.send('GET', next.replace(/^.*\/api\/v2/, ''))
      ids.push(...body.results.map(({ id }: { id: number }) => id))
      next = body.next
    }
    return ids
  }
  const earlier = await list()
  const first = await flag('date')
  server.clock.advance(1)
  const second = await flag('private')
  expect(await list()).toEqual([...earlier, first, second])
  const { body } = await moderator.send('GET', '/flags/')
  expect(body.results.at(-1)).toEqual({
    id: second,
    image_id: image,
    reason: 'private',
    text: 'Look.',
    flagged_at: expect.stringMatching(/Z$/),
    user: { id: reporter.userId, username: expect.any(String) },
    image_public: true,
  })
  const resolved = `/flags/${first}/resolved/`
  expect((await moderator.send('PUT', resolved)).status).toBe(204)
  expect((await moderator.send('PUT', resolved)).status).toBe(204)
  expect(await list()).toEqual([...earlier, second])
  expect((await moderator.send('DELETE', resolved)).status).toBe(204)
  expect((await moderator.send('DELETE', resolved)).status).toBe(204)
  expect(await list()).toEqual([...earlier, first, second])
  await moderator.send('PUT', resolved)
  await flag('date')
  expect((await moderator.send('DELETE', resolved)).status).toBe(409)
  const hide = (collection: unknown, key: string) =>
    moderator.post(`/flags/${second}/hide/`, { collection }, { 'Idempotency-Key': key })
  const open = await hide(await seed.collection(), 'hide-1')
  expect([open.status, Object.keys(open.body)]).toEqual([400, ['collection']])
  expect((await hide(undefined, 'hide-2')).status).toBe(400)
  const hidden = await seed.collection({ public: 0 })
  expect((await hide(hidden, 'hide-3')).status).toBe(204)
  expect((await hide(hidden, 'hide-3')).headers.get('Idempotency-Replayed')).toBe('true')
  expect((await server.fetch(`/api/v2/images/${image}/`)).status).toBe(404)
  expect(await list()).not.toContain(second)
  for (const [method, path] of [
    ['PUT', '/flags/987654/resolved/'],
    ['DELETE', '/flags/987654/resolved/'],
    ['PUT', '/flags/x/resolved/'],
  ] as const)
    expect((await moderator.send(method, path)).status).toBe(404)
  expect((await moderator.send('GET', '/flags/?after=x')).status).toBe(400)
})

test('hiding a reported image ends the addresses of its pictures, and publishes new ones', async () => {
  server.clock.advance(60)
  const moderator = await community.person({ staff: true, scopes: ['moderate'] })
  const image = await addZoomableImage(server)
  const published = await readPictureAddresses(server, image)
  expect(await requestAll(server, published)).toEqual([200])
  const flag = await ada.post(`/images/${image}/flags/`, { reason: 'private' })
  const collection = await seed.collection({ public: 0 })
  expect((await moderator.post(`/flags/${flag.body.id}/hide/`, { collection })).status).toBe(204)
  expect(await requestAll(server, published)).toEqual([404])
  await server.catalog.jobs.drain()
  expect(await requestAll(server, published)).toEqual([404])
  expect(await requestAll(server, await readPictureAddresses(server, image))).toEqual([200])
})
