import { expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { WORKPLACES } from '../support/workplaces.ts'

test.each(WORKPLACES)('lists, resolves, reopens and hides reports %s', async (_place, open) => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const collection = await seed.collection({ public: 0, slug: 'withdrawn' })
  const ada = await seed.user({ username: 'Ada' })
  const [one, other] = [await seed.image(), await seed.image()]
  await server.catalog.write(async (tx) => {
    for (const [id, image_id] of [
      [1, one],
      [2, other],
    ] as const) {
      const report = { id, image_id, reason: 'place', text: 'Elsewhere.', flagged_by: ada } as const
      const open = { flagged_at: server.clock.now(), resolved_by: null, resolved_at: null }
      await tx
        .insertInto('flag')
        .values({ ...report, ...open })
        .execute()
    }
  })
  const { env, options } = await open(server)
  const flag = async (...words: string[]) => {
    const { code, stdout } = await runCli(['flag', ...words, ...options, '--json'], { env })
    return { code, body: JSON.parse(stdout) }
  }
  const ids = async () => (await flag('list')).body.map(({ id }: { id: number }) => id)
  expect((await flag('list', '--limit', '1')).body).toEqual([
    {
      id: 1,
      image: one,
      reason: 'place',
      text: 'Elsewhere.',
      flagged_at: expect.stringMatching(/Z$/),
      user: 'Ada',
      image_public: true,
    },
  ])
  expect((await flag('resolve', '1', '2')).body).toEqual([
    { id: 1, state: 'resolved' },
    { id: 2, state: 'resolved' },
  ])
  expect(await ids()).toEqual([])
  expect((await flag('reopen', '2')).body).toEqual([{ id: 2, state: 'open' }])
  expect(await ids()).toEqual([2])
  const hidden = await flag('hide', '2', '--collection', 'withdrawn')
  expect(hidden.body).toEqual({ id: 2, state: 'resolved', collection })
  expect(await ids()).toEqual([])
  expect((await server.fetch(`/api/v2/images/${other}/`)).status).toBe(404)
  expect((await flag('resolve', '9')).code).toBe(5)
  expect((await flag('resolve', 'x')).code).toBe(2)
})
