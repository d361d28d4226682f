import { expect, test } from 'vitest'
import { get, openConnectionTo } from '../../support/raw-connection.ts'
import { createSeed } from '../../support/seed.ts'
import { createTestLog } from '../../support/test-log.ts'
import { startTestServer } from '../../support/test-server.ts'

// The first search starts a thread that loads all texts. Until then, all searches wait.

test('rejects text searches while too many wait', async () => {
  await using server = await startTestServer()
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => server.fetch(`/api/v2/search/text/?q=image+${n}`)),
  )
  const rejected = responses.filter(({ status }) => status !== 200)
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.length).toBeLessThanOrEqual(32)
  for (const response of rejected) {
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('5')
    expect(response.headers.get('ETag')).toBeNull()
    expect(await response.json()).toEqual({
      error: 'Too many searches are waiting. Try again in 5 seconds.',
    })
  }
})

test('rejects only the searches of a busy client behind a trusted proxy', async () => {
  const { log, lines } = createTestLog()
  await using server = await startTestServer({ dev: false, trustProxy: '1' }, { log })
  const search = (client: string, text: string, path = '/api/v2/search/text/') =>
    server.fetch(`${path}?q=${text}`, { headers: { 'X-Forwarded-For': client } })
  const ofBusy = Array.from({ length: 12 }, (_, n) => search('192.0.2.1', `image+${n}`, '/search/'))
  const ofOthers = ['192.0.2.2', '192.0.2.3', '192.0.2.4'].map((client) => search(client, client))
  const statuses = async (responses: Promise<Response>[]) =>
    (await Promise.all(responses)).map(({ status }) => status)
  expect(await statuses(ofOthers)).toEqual([200, 200, 200])
  expect(await statuses(ofBusy)).toContain(503)
  const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => event)
  expect(events).toMatchObject([
    { event: 'capacity_exceeded', capacity: 'searches', address: '192.0.2.1' },
  ])
})

test('stops text searches of clients that disconnect', async () => {
  const { log, lines } = createTestLog()
  await using server = await startTestServer({}, { log })
  const seed = createSeed(server)
  const ids = Array.from({ length: 5000 }, (_, n) => n + 1)
  await seed.images(await seed.collection(), ids)
  for (let n = 0; n < 8; n++) {
    const socket = openConnectionTo(server)
    socket.write(get(`/api/v2/search/text/?q=image+${n}`), () => socket.destroy())
  }
  const statuses = () => lines.flatMap((line) => /"status":(\d+)/.exec(line)?.[1] ?? [])
  await expect.poll(statuses).toEqual(Array(8).fill('400'))
  expect((await server.fetch('/api/v2/search/text/?q=image')).status).toBe(200)
})
