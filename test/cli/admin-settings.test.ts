import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

async function admin(...words: string[]) {
  const env = { CATALOG_DATA: server.data }
  const result = await runCli(['admin', ...words, '--json'], { env, clock: server.clock })
  return { ...result, body: JSON.parse(result.stdout) }
}

test('lists the defaults', async () => {
  const { body } = await admin('setting', 'list')
  expect(body).toMatchObject([
    { name: 'site_name', value: 'Historical image catalog', default: true },
    { name: 'viewing_cone', value: 40, default: true },
    {
      name: 'milestones',
      value: { user: [5, 15, 50, 100, 250, 500, 1000], sitewide: [100, 250, 500, 1000] },
    },
    { name: 'validators', value: 'trusted', default: true },
  ])
})

test('names the catalog at once, and records it', async () => {
  const words = ['setting', 'set', 'site_name', '  Old\tTown ']
  expect((await admin(...words)).body).toEqual({
    name: 'site_name',
    value: 'Old Town',
    default: false,
    changed: true,
  })
  expect((await admin(...words)).body).toMatchObject({ changed: false })
  expect(await server.get('/api/v2/stats/')).toMatchObject({ name: 'Old Town' })
  const { stdout } = await runCli(['admin', 'setting', 'get', 'site_name', '--data', server.data])
  expect(stdout).toBe('Old Town\n')
  expect((await admin('setting', 'reset', 'site_name')).body).toMatchObject({
    value: 'Historical image catalog',
    default: true,
    changed: true,
  })
  expect((await admin('setting', 'reset', 'site_name')).body).toMatchObject({ changed: false })
  expect(await server.get('/api/v2/stats/')).toMatchObject({ name: 'Historical image catalog' })
  expect((await admin('audit', 'list', '--object', 'setting/site_name')).body).toMatchObject([
    { action: 'setting.reset', before: { value: 'Old Town' }, after: null },
    { action: 'setting.set', before: null, after: { value: 'Old Town' } },
  ])
})

test('a wider viewing cone finds more images at once', async () => {
  const image = await seed.image()
  await seed.point(image, { latitude: 47.56, longitude: 7.59, direction: 90 })
  // 45 degrees from the direction of the camera.
  const count = async () =>
    (await server.get('/api/v2/search/in-view/?lat=47.561&lon=7.5915')).results.length
  expect(await count()).toBe(0)
  await admin('setting', 'set', 'viewing_cone', '92.5')
  expect(await count()).toBe(1)
  await admin('setting', 'set', 'viewing_cone', '0')
  expect(await count()).toBe(0)
})

test('new milestones change past events exactly as a rebuild does', async () => {
  const [image, user] = [await seed.image(), await seed.user({ username: 'Ada' })]
  for (let n = 0; n < 7; n += 1) {
    await seed.point(image, { user_id: user, created_at: 1_000_000_000 * n })
  }
  await seed.rebuildFeed()
  const reached = async () => {
    const events = await server.get('/api/v2/activity/')
    const milestones = events.filter((event: { type: string }) => event.type.endsWith('milestone'))
    return milestones.map((event: { data: { count: number } }) => event.data.count)
  }
  expect(await reached()).toEqual([5])
  await admin('job', 'pause')
  const set = await admin('setting', 'set', 'milestones', '{"user": [2, 3], "sitewide": []}')
  const pending = 'New milestones are being applied to past events.'
  expect([set.body.changed, set.stderr]).toEqual([true, expect.stringContaining(pending)])
  expect(await reached()).toEqual([5])
  expect((await admin('setting', 'list')).stderr).toContain(pending)
  await admin('job', 'resume')
  await server.catalog.jobs.drain()
  expect(await reached()).toEqual([6, 3, 2])
  expect((await admin('setting', 'get', 'milestones')).stderr).toBe('')
  expect((await admin('setting', 'get', 'milestones')).body.value).toEqual({
    user: [2, 3],
    sitewide: [],
  })
  const changed = await server.get('/api/v2/activity/')
  await admin('activity', 'rebuild')
  expect(await server.get('/api/v2/activity/')).toEqual(changed)
  await admin('setting', 'reset', 'milestones')
  await server.catalog.jobs.drain()
  expect(await reached()).toEqual([5])
})

test('shows the default of a setting whose stored value is invalid', async () => {
  await seed.setting('viewing_cone', 'wide')
  expect((await admin('setting', 'get', 'viewing_cone')).body.value).toBe(40)
})

test.each([
  ['an unknown setting', ['set', 'nothing', '1'], 'site_name, viewing_cone, milestones'],
  ['a blank name', ['set', 'site_name', ' '], 'required'],
  ['a long name', ['set', 'site_name', 'a'.repeat(201)], 'no more than 200'],
  ['a width that is no number', ['set', 'viewing_cone', 'wide'], 'degrees from 0 to 360'],
  ['a width above a circle', ['set', 'viewing_cone', '361'], 'degrees from 0 to 360'],
  ['milestones that are not JSON', ['set', 'milestones', '5,15'], 'Enter JSON such as'],
  ['milestones out of order', ['set', 'milestones', '{"user": [5, 1]}'], 'ascending'],
  ['milestones of others', ['set', 'milestones', '{"users": [5]}'], 'users'],
  ['an empty command', ['set', 'site_name'], 'value'],
])('rejects %s', async (_what, words, sentence) => {
  const before = (await admin('audit', 'list')).body.length
  const { code, body } = await admin('setting', ...words)
  expect([code, body.error.message]).toEqual([2, expect.stringContaining(sentence)])
  expect((await admin('audit', 'list')).body).toHaveLength(before)
})

test('a moderator manages settings from another machine', async () => {
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['moderate'] })
  const env = { CATALOG_URL: server.baseUrl, CATALOG_TOKEN }
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCli(['setting', ...words, '--json'], { env })
    return { code, stderr, body: JSON.parse(stdout) }
  }
  expect((await run('list')).body).toEqual((await admin('setting', 'list')).body)
  const named = { name: 'site_name', value: 'New Town', default: false }
  const set = ['set', 'site_name', ' New\tTown ']
  expect((await run(...set)).body).toEqual({ ...named, changed: true })
  expect((await run(...set)).body).toEqual({ ...named, changed: false })
  expect((await run('get', 'site_name')).body).toEqual({ name: 'site_name', value: 'New Town' })
  expect((await run('reset', 'site_name')).body).toMatchObject({ default: true, changed: true })
  expect((await run('reset', 'site_name')).body).toMatchObject({ default: true, changed: false })
  await admin('job', 'pause')
  const steps = await run('set', 'milestones', '{"user": [7]}')
  expect([steps.code, steps.stderr]).toEqual([0, expect.stringContaining('New milestones are')])
  const { code, body } = await run('set', 'viewing_cone', 'wide')
  expect([code, body.error.message]).toEqual([2, expect.stringContaining('degrees from 0')])
  const contributor = await issueToken(server, { scopes: ['contribute'] })
  const refused = await runCli(['setting', 'list'], { env: { ...env, CATALOG_TOKEN: contributor } })
  expect(refused.code).toBe(4)
})
