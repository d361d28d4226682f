import { expect, test } from 'vitest'
import { parsePage } from '../support/parse-page.ts'
import { createSeed } from '../support/seed.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

async function admin(server: TestServer, words: string[], options: TestCliOptions = {}) {
  const env = { CATALOG_DATA: server.data }
  const result = await runCli(['admin', ...words, '--json'], {
    env,
    clock: server.clock,
    ...options,
  })
  return { ...result, body: JSON.parse(result.stdout || 'null') }
}

/** A server with the user Ada, who has a token, and contributed a point and a comment. */
async function startWithContributor() {
  const server = await startTestServer()
  const seed = createSeed(server)
  await admin(server, ['user', 'ensure-staff', 'Ada', '--osm-id', '7'])
  const token = await issueToken(server, { userId: 7, staff: true, scopes: ['import'] })
  const image = await seed.image()
  await seed.point(image, { user_id: 7 })
  await seed.comment(image, { commented_by: 7, text: 'Built in 1898.' })
  await seed.rebuildFeed()
  return { server, seed, token, image }
}

test('shows a user with contributions and sign-ins', async () => {
  const { server } = await startWithContributor()
  await using _server = server
  expect((await admin(server, ['user', 'show', 'Ada'])).body).toEqual({
    id: 7,
    username: 'Ada',
    code_points: null,
    staff: true,
    since: '2026-03-01T12:00:00.000000Z',
    suspended_since: null,
    suspended_by: null,
    suspension_reason: null,
    points: 1,
    areas: 0,
    validations: 0,
    comments: 1,
    sessions: 0,
    authorizations: 1,
  })
})

test('shows who suspended a user, when and why', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  for (const [id, username] of [
    [7, 'Ada'],
    [8, 'Troll'],
    [9, 'Grace'],
  ] as const)
    await seed.user({ id, username })
  const moderator = await issueToken(server, { userId: 7, staff: true, scopes: ['moderate'] })
  const { status } = await server.fetch('/api/v2/users/8/suspension/', {
    method: 'PUT',
    headers: { ...bearer(moderator), 'Content-Type': 'application/json' },
    body: '{"reason": "Spam"}',
  })
  expect(status).toBe(200)
  await admin(server, ['user', 'suspend', 'Grace'])
  const since = '2026-03-01T12:00:00.000000Z'
  const bySomeone = { suspended_since: since, suspended_by: 'Ada', suspension_reason: 'Spam' }
  const onHost = { suspended_since: since, suspended_by: null, suspension_reason: null }
  expect((await admin(server, ['user', 'show', 'Troll'])).body).toMatchObject(bySomeone)
  expect((await admin(server, ['user', 'list'])).body).toMatchObject([
    { username: 'Ada', suspended_since: null },
    { username: 'Grace', ...onHost },
    { username: 'Troll', ...bySomeone },
  ])
  const env = { CATALOG_DATA: server.data }
  const { stdout } = await runCli(['admin', 'user', 'show', 'Troll'], { env, clock: server.clock })
  expect(stdout).toMatch(/suspended by: +Ada/)
})

test('forgets a user everywhere, keeps contributions, and ends tokens at once', async () => {
  const { server, seed, token, image } = await startWithContributor()
  await using _server = server
  await seed.user({ id: 8, username: 'Grace' })
  await seed.point(await seed.image(), { user_id: 8 })
  await admin(server, ['comment', 'add', String(image), 'Seen.', '--user', 'Ada'])
  const words = ['user', 'forget', 'Ada']
  expect((await admin(server, words)).body.error.message).toContain('requires --yes')
  const planned = { id: 7, sessions: 0, authorizations: 1 }
  const dry = await admin(server, [...words, '--dry-run'])
  expect(dry.body).toEqual({ ...planned, state: 'would_be_forgotten' })
  const me = () => server.fetch('/api/v2/auth/me/', { headers: bearer(token) })
  expect((await me()).status).toBe(200)
  const { body } = await admin(server, words, { answers: [true] })
  expect(body).toEqual({ ...planned, state: 'forgotten' })
  expect((await me()).status).toBe(401)
  const former = 'former contributor'
  const detail = await server.get(`/api/v2/images/${image}/`)
  expect(detail.comments).toMatchObject([{ commented_by: former }, { commented_by: former }])
  expect(detail.georeferences).toMatchObject([{ georeferenced_by: former }])
  const users = await server.get('/api/v2/users/')
  expect(users).toMatchObject({ count: 1, results: [{ username: 'Grace' }] })
  for (const path of ['users/7/', 'users/-1/', 'georeferences/?georeferenced_by=-1']) {
    expect((await server.fetch(`/api/v2/${path}`)).status, path).toBeGreaterThanOrEqual(400)
  }
  const feed = await server.get('/api/v2/activity/')
  expect(JSON.stringify(feed)).toContain(former)
  const page = await (await server.fetch('/activity/?lang=de')).text()
  expect(parsePage(page).texts('strong.name')).toContain('Ehemaliges Mitglied')
  const audit = (await admin(server, ['audit', 'list'])).stdout
  expect(audit).not.toMatch(/\b7\b/)
  for (const text of [JSON.stringify(detail), JSON.stringify(feed), audit]) {
    expect(text).not.toContain('Ada')
  }
  expect((await admin(server, ['user', 'list'])).body).toHaveLength(1)
  for (const name of ['Ada', former]) {
    expect((await admin(server, ['user', 'forget', name, '--yes'])).code).toBe(5)
  }
})

test('forgets the invitation of a name', async () => {
  await using server = await startTestServer()
  await admin(server, ['user', 'ensure-staff', 'Ada'])
  await createSeed(server).user({ id: 7, username: 'Ada' })
  await admin(server, ['user', 'forget', 'Ada', '--yes'])
  expect((await admin(server, ['user', 'list'])).body).toEqual([])
  expect((await admin(server, ['audit', 'list'])).stdout).not.toContain('Ada')
})

test('adds a development user once, whose role can grow', async () => {
  await using server = await startTestServer()
  const add = async (...options: string[]) =>
    (await admin(server, ['user', 'add-dev', 'Grace', ...options])).body
  const user = { id: 900_000_000, username: 'Grace' }
  expect(await add()).toEqual({ ...user, staff: false })
  expect(await add('--staff')).toEqual({ ...user, staff: true })
  expect(await add()).toEqual({ ...user, staff: true })
  expect(await (await server.fetch('/login/')).text()).toContain('Grace')
  const { body } = await admin(server, ['audit', 'list'])
  expect(body).toMatchObject([
    { action: 'user.add-dev', before: { is_staff: 0 }, after: { is_staff: 1 } },
    { action: 'user.add-dev', before: null },
  ])
})

test('tells users with the same name apart by the number of the account', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  for (const id of [7, 8]) await seed.user({ id, username: 'Ada' })
  const show = (...words: string[]) => admin(server, ['user', 'show', ...words])
  const both = await show('Ada')
  expect([both.code, both.body.error.message]).toEqual([9, expect.stringContaining('7, 8')])
  expect((await show('Ada', '--osm-id', '8')).body).toMatchObject({ id: 8 })
  expect((await show('Grace', '--osm-id', '8')).code).toBe(9)
  expect((await show('Ada', '--osm-id', '9')).code).toBe(5)
  expect((await show('ada')).body.error.message).toContain('did you mean Ada (7)')
  expect((await admin(server, ['user', 'add-dev', 'A\u0007b'])).code).toBe(2)
})

/** Runs the same command at the instance, with the token of a moderator, and on the host. */
const PLACES: Record<string, (server: TestServer, words: string[]) => ReturnType<typeof admin>> = {
  'at the instance': async (server, words) => {
    const CATALOG_TOKEN = await issueToken(server, {
      userId: 99,
      staff: true,
      scopes: ['moderate'],
    })
    const env = { CATALOG_URL: server.baseUrl, CATALOG_TOKEN }
    const result = await runCli(['user', ...words, '--json'], { env, clock: server.clock })
    return { ...result, body: JSON.parse(result.stdout || 'null') }
  },
  'on the host': async (server, words) => {
    const result = await runCli(['user', ...words, '--data', server.data, '--json'])
    return { ...result, body: JSON.parse(result.stdout || 'null') }
  },
}

test.each(Object.entries(PLACES))('suspends a user and reverts %s', async (_place, user) => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  for (const id of [7, 8]) await seed.user({ id, username: 'Troll' })
  const image = await seed.image()
  for (let n = 0; n < 201; n += 1) await seed.comment(image, { commented_by: 7 })
  const several = await user(server, ['suspend', 'Troll'])
  expect([several.code, several.body.error.message]).toEqual([9, expect.stringContaining('7, 8')])
  const similar = await user(server, ['suspend', 'troll'])
  expect([similar.code, similar.body.error.message]).toEqual([
    5,
    'No user is called troll. Names are matched exactly; did you mean Troll (7), Troll (8)?',
  ])
  expect((await user(server, ['suspend', 'Grace', '--osm-id', '7'])).code).toBe(9)
  expect((await user(server, ['suspend', 'Troll', '--osm-id', '9'])).code).toBe(5)
  const troll = ['Troll', '--osm-id', '7']
  expect((await user(server, ['suspend', ...troll, '--reason', 'Spam'])).body).toEqual({
    id: 7,
    username: 'Troll',
    state: 'suspended',
    since: expect.stringContaining('20'),
    reason: 'Spam',
  })
  expect((await user(server, ['suspend', ...troll])).body).toMatchObject({ reason: null })
  const since = ['--since', '2001-01-01T00:00:00Z']
  const planned = await user(server, ['revert', ...troll, ...since, '--dry-run'])
  expect(planned.body).toMatchObject({ id: 7, state: 'would_be_reverted', comments: 201, tags: 0 })
  expect(planned.body.results).toBeUndefined()
  expect((await user(server, ['revert', ...troll, ...since])).code).toBe(2)
  const reverted = await user(server, ['revert', ...troll, ...since, '--yes'])
  expect(reverted.body).toEqual({
    ...planned.body,
    state: 'reverted',
    batch: expect.any(String),
  })
  for (const state of ['reinstated', 'not_suspended'])
    expect((await user(server, ['reinstate', ...troll])).body).toEqual({
      id: 7,
      username: 'Troll',
      state,
    })
})
