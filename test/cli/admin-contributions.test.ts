import { expect, test } from 'vitest'
import { admin, createAdminScene, runAdmin } from '../support/admin-scene.ts'

test('a comment appears in the image, the feed and the text search, and disappears when deleted', async () => {
  await using world = await createAdminScene()
  const { server, image } = world
  const add = [
    'comment',
    'add',
    String(image),
    'The brewery burned down.',
    '--user',
    'Grace Hopper',
  ]
  const time = ['--time', '2026-02-01T09:00:00+01:00']
  const added = await admin(server, [...add, ...time])
  expect(added).toEqual({ id: 1, state: 'added' })
  expect(await admin(server, [...add, ...time])).toEqual({ id: 1, state: 'present' })
  const comment = {
    id: 1,
    text: 'The brewery burned down.',
    commented_by: 'Grace Hopper',
    created_at: '2026-02-01T08:00:00.000000Z',
  }
  expect((await server.get(`/api/v2/images/${image}/`)).comments).toEqual([comment])
  expect(await server.get('/api/v2/activity/')).toMatchObject([
    { type: 'comment', data: { text: comment.text, image_id: image } },
  ])
  expect(await server.get('/api/v2/search/text/?q=brewery')).toMatchObject({ count: 1 })
  expect(await admin(server, ['comment', 'list', '--user', '12'])).toMatchObject([
    { id: 1, image, user: 'Grace Hopper', text: comment.text },
  ])
  expect(await admin(server, ['comment', 'delete', '1', '--dry-run'])).toEqual([
    { id: 1, state: 'would_delete' },
  ])
  expect(await admin(server, ['comment', 'delete', '-'], { stdin: '1\n77\n' })).toEqual([
    { id: 1, state: 'deleted' },
    { id: 77, state: 'absent' },
  ])
  expect((await server.get(`/api/v2/images/${image}/`)).comments).toEqual([])
  expect(await server.get('/api/v2/activity/')).toEqual([])
  expect(await server.get('/api/v2/search/text/?q=brewery')).toMatchObject({ count: 0 })
  const [deletion, creation] = await admin(server, ['audit', 'list'])
  expect(deletion).toMatchObject({ action: 'comment.delete', object: 'comment/1', after: null })
  expect(deletion.before).toEqual(creation.after)
})

test('a validation counts at once, is replaced by a later one of the same user, and can be deleted', async () => {
  await using world = await createAdminScene()
  const { server, seed, ada, image } = world
  const georeference = await seed.point(image, { user_id: ada })
  const add = (verdict: string, user = 'Grace Hopper', ...more: string[]) =>
    runAdmin(server, ['validation', 'add', String(georeference), verdict, '--user', user, ...more])
  const count = async () => {
    const { features } = await server.get('/api/v2/georeferences/')
    return features[0].properties.validation_count
  }
  expect(JSON.parse((await add('incorrect')).stdout)).toEqual({ id: 1, state: 'added' })
  expect(await count()).toBe(1)
  expect(JSON.parse((await add('incorrect')).stdout)).toEqual({ id: 1, state: 'present' })
  server.clock.advance(60)
  expect(JSON.parse((await add('correct')).stdout)).toEqual({ id: 1, state: 'replaced' })
  const own = await add('correct', 'ada')
  expect(own).toMatchObject({
    code: 9,
    stdout: expect.stringContaining('Another user must validate'),
  })
  const detail = await server.get(`/api/v2/images/${image}/`)
  expect(detail.georeferences[0].validations).toMatchObject([
    { validation: 'correct', validated_by: 'Grace Hopper' },
  ])
  expect(await admin(server, ['validation', 'list', '--image', String(image)])).toHaveLength(1)
  await admin(server, ['validation', 'delete', '1'])
  expect(await count()).toBe(0)
  const actions = (await admin(server, ['audit', 'list', '--object', 'validation/1'])).map(
    ({ action }: { action: string }) => action,
  )
  expect(actions).toEqual(['validation.delete', 'validation.edit', 'validation.create'])
})

test('a deleted georeference leaves the lists, the counts, the status and the feed', async () => {
  await using world = await createAdminScene()
  const { server, seed, ada, grace, image } = world
  const now = server.clock.now()
  const older = await seed.point(image, { user_id: ada, created_at: now - 2e9 })
  const newer = await seed.point(image, { user_id: grace, created_at: now - 1e9 })
  await seed.rebuildFeed()
  await admin(server, ['validation', 'add', String(newer), 'uncertain', '--user', 'ada'])
  await admin(server, ['georeference', 'delete', String(newer)])
  expect(await server.get('/api/v2/georeferences/')).toMatchObject({
    features: [{ id: older, properties: { georeferenced_by: 'ada' } }],
  })
  expect(await server.get('/api/v2/activity/')).toMatchObject([{ data: { user: 'ada', count: 1 } }])
  expect((await server.get('/api/v2/users/')).results).toMatchObject([{ username: 'ada' }])
  await admin(server, ['georeference', 'delete', String(older)])
  expect(await server.get('/api/v2/images/')).toMatchObject({
    results: [{ georeference_status: 'available' }],
  })
  expect(await server.get('/api/v2/activity/')).toEqual([])
  expect(await server.get('/api/v2/stats/')).toMatchObject({ total_georeferences: 0 })
  expect(await admin(server, ['georeference', 'list'])).toEqual([])
  const [entry] = await admin(server, ['audit', 'list', '--object', `georeference/${newer}`])
  expect(entry).toMatchObject({
    action: 'georeference.delete',
    before: { latitude: expect.any(Number), validations: [{ validation: 'uncertain' }] },
  })
})

test('refuses users, times and ids that cannot be meant', async () => {
  await using world = await createAdminScene()
  const { server, image } = world
  const add = ['comment', 'add', String(image), 'Text', '--user']
  const refusals = [
    [...add, 'Ada'],
    [...add, '99'],
    [...add, 'ada', '--time', '2026-03-02T00:00:00Z'],
    [...add, 'ada', '--time', 'yesterday'],
    ['comment', 'add', '999', 'Text', '--user', 'ada'],
    ['comment', 'add', String(image), ' ', '--user', 'ada'],
    ['comment', 'delete'],
    ['validation', 'add', '1', 'correct', '--user', 'ada'],
  ]
  const codes = []
  for (const words of refusals) codes.push((await runAdmin(server, words)).code)
  expect(codes).toEqual([5, 5, 2, 2, 5, 2, 2, 5])
  const similar = await runAdmin(server, [...add, 'Ada'])
  expect(similar.stdout).toContain('did you mean ada (11)?')
  const words = await runAdmin(server, ['comment', 'delete', '-'], { stdin: '1\ntwo' })
  expect(words).toMatchObject({ code: 2, stdout: expect.stringContaining('is not an id') })
})
