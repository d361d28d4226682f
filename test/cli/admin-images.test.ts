import { expect, test } from 'vitest'
import { listActivity } from '../../src/core/queries/feed/activity.ts'
import { rebuildActivity } from '../../src/core/writes/feed/rebuild.ts'
import { EVENT_TYPES } from '../../src/core/model/event-types.ts'
import { imagePrefixes } from '../../src/core/storage/keys.ts'
import { admin, createAdminScene, runAdmin } from '../support/admin-scene.ts'
import { fourColors } from '../support/pictures.ts'
import type { TestServer } from '../support/test-server.ts'

const colors = await fourColors(60, 40).png().toBuffer()

const detail = (server: TestServer, image: number) => server.get(`/api/v2/images/${image}/`)

async function listedIds(server: TestServer, query: string): Promise<number[]> {
  const { results } = await server.get(`/api/v2/images/?ordering=order&${query}`)
  return results.map(({ id }: { id: number }) => id)
}

test('edits metadata by the rules of the API, and records only what changes', async () => {
  await using world = await createAdminScene()
  const { server, seed, image } = world
  await seed.license({ name: 'cc0' })
  await seed.subject({ slug: 'bridge', kb_id: 'Q12280' })
  const edit = ['image', 'edit', String(image), '--creator', 'Élise Painter', '--license', 'CC0']
  const more = ['--edtf-date', '1912-05', '--subject', 'bridge', '--description', 'A brewery.']
  const [edited] = await admin(server, [...edit, ...more])
  expect(edited).toMatchObject({ id: image, changed: true })
  expect(await detail(server, image)).toMatchObject({
    title: 'Market square',
    creator: 'Élise Painter',
    date_display: 'May 1912',
    license: { name: 'cc0' },
    subjects: [{ slug: 'bridge' }],
  })
  expect(await listedIds(server, 'creator=élise&year_min=1912&subject=Q12280')).toEqual([image])
  expect(await server.get('/api/v2/search/text/?q=brewery')).toMatchObject({ count: 1 })
  expect(await admin(server, [...edit, ...more])).toMatchObject([{ changed: false }])
  await admin(server, ['image', 'edit', String(image), '--creator', ''])
  expect((await detail(server, image)).creator).toBe('')
  const entries = await admin(server, ['audit', 'list', '--object', `image/${image}`])
  expect(entries).toMatchObject([
    { action: 'image.edit', before: { creator: 'Élise Painter' }, after: { creator: null } },
    { action: 'image.tag', before: { subjects: [] }, after: { subjects: [1] } },
    { action: 'image.edit', after: { creator: 'Élise Painter', edtf_date: '1912-05' } },
  ])
  const refused = await runAdmin(server, ['image', 'edit', String(image), '--edtf-date', '1912-13'])
  expect(refused).toMatchObject({ code: 2, stdout: expect.stringContaining('Invalid EDTF date') })
})

test('sets status, from above and scale of several images from standard input', async () => {
  await using world = await createAdminScene()
  const { server, seed, ada, image } = world
  const other = await seed.image()
  await seed.point(image, { user_id: ada })
  const stdin = `${image}\n${other}\n`
  const status = async () => (await detail(server, image)).georeference_status
  await admin(server, ['image', 'set-status', 'will_not_georef', '-'], { stdin })
  expect(await status()).toBe('will_not_georef')
  expect(await server.get('/api/v2/stats/')).toMatchObject({ total_images: 0 })
  await admin(server, ['image', 'set-status', 'available', '-'], { stdin })
  expect(await status()).toBe('georeferenced')
  await admin(server, ['image', 'set-from-above', 'yes', '-'], { stdin })
  expect(await status()).toBe('available')
  expect(await listedIds(server, 'from_above=true')).toEqual([image, other])
  await admin(server, ['image', 'set-scale', '1:5000', String(image)])
  expect((await detail(server, image)).scale).toBe('1:5000')
  const missing = await runAdmin(server, ['image', 'set-scale', '1:100', String(image), '99'])
  expect(missing).toMatchObject({ code: 5, stdout: expect.stringContaining('99') })
  expect((await detail(server, image)).scale).toBe('1:5000')
})

test('marks duplicates without chains, and never of hidden images', async () => {
  await using world = await createAdminScene()
  const { server, seed, ada, image } = world
  const [second, third] = [await seed.image(), await seed.image()]
  const placed = await seed.image()
  await seed.point(placed, { user_id: ada })
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const set = (id: number, of: number) =>
    runAdmin(server, ['image', 'set-duplicate', String(id), '--of', String(of)])
  expect((await set(second, image)).code).toBe(0)
  expect(await detail(server, second)).toMatchObject({
    duplicate_of: image,
    georeference_status: 'duplicate',
  })
  const codes = []
  for (const [id, of] of [
    [second, second],
    [third, second],
    [image, third],
    [placed, image],
    [third, hidden],
    [third, 99],
  ] as const)
    codes.push((await set(id, of)).code)
  expect(codes).toEqual([2, 9, 9, 9, 9, 5])
  expect((await set(hidden, image)).code).toBe(0)
  await admin(server, ['image', 'set-duplicate', String(second), '--none'])
  expect((await detail(server, second)).georeference_status).toBe('available')
})

test('tags, untags and reorders subjects, with the feed of the user who is named', async () => {
  await using world = await createAdminScene()
  const { server, seed, image } = world
  const bridge = await seed.subject({ slug: 'bridge', kb_id: 'Q12280', title: 'Bridge' })
  const tower = await seed.subject({ slug: 'tower', kb_id: 'Q12518', title: 'Tower' })
  const words = (verb: string, ...subjects: string[]) => [
    'image',
    verb,
    String(image),
    ...subjects.flatMap((subject) => ['--subject', subject]),
  ]
  await admin(server, [...words('tag', 'Q12280', 'tower'), '--user', 'ada'])
  const slugs = async () =>
    (await detail(server, image)).subjects.map(({ slug }: { slug: string }) => slug)
  expect(await slugs()).toEqual(['bridge', 'tower'])
  expect((await server.get('/api/v2/subjects/')).results).toMatchObject([
    { slug: 'bridge', image_count: 1 },
    { slug: 'tower', image_count: 1 },
  ])
  server.clock.advance(60)
  await admin(server, [...words('reorder-subjects', 'tower', String(bridge)), '--user', 'ada'])
  expect(await slugs()).toEqual(['tower', 'bridge'])
  expect((await runAdmin(server, words('reorder-subjects', 'tower'))).code).toBe(9)
  await admin(server, [...words('untag', 'tower'), '--user', 'ada'])
  expect(await slugs()).toEqual(['bridge'])
  const events = await server.get('/api/v2/activity/?types=subject_activity_group')
  expect(events.map(({ data }: { data: object }) => data)).toMatchObject([
    { user: 'ada', action: 'removed', subject_id: tower },
    { user: 'ada', action: 'reordered', new_order: [tower, bridge] },
    { user: 'ada', action: 'added', subject_id: tower },
    { user: 'ada', action: 'added', subject_id: bridge },
  ])
  await admin(server, words('untag', 'bridge'))
  expect(await listedIds(server, 'subject=Q12280')).toEqual([])
  expect(await server.get('/api/v2/activity/?types=subject_activity_group')).toHaveLength(4)
  expect((await runAdmin(server, words('tag', 'Q1'))).code).toBe(5)
})

test('images of a collection exchange their places', async () => {
  await using world = await createAdminScene()
  const { server, seed } = world
  const collection_id = await seed.collection()
  const ids = []
  for (let n = 0; n < 4; n += 1) ids.push(await seed.image({ collection_id }))
  const [one, two, three, four] = ids as [number, number, number, number]
  await admin(server, ['image', 'reorder', String(four), String(one)])
  expect(await listedIds(server, `collection=${collection_id}`)).toEqual([four, two, three, one])
  await admin(server, ['image', 'reorder', '-'], { stdin: [one, two, three, four].join('\n') })
  expect(await listedIds(server, `collection=${collection_id}`)).toEqual([one, two, three, four])
  const mixed = await runAdmin(server, ['image', 'reorder', String(one), String(world.image)])
  expect(mixed.code).toBe(9)
})

test('a rotated image gets new derived images', async () => {
  await using world = await createAdminScene()
  const { server, seed, image } = world
  await seed.file(image, colors, 'image/png', 'png')
  await admin(server, ['image', 'transform', String(image), '--rotate', '90', '--mirror', 'h'])
  await server.catalog.jobs.drain()
  const { rotation, mirror, permalink } = await detail(server, image)
  expect([rotation, mirror]).toEqual([90, 'h'])
  expect(permalink).toContain('corrected')
  expect((await server.fetch(permalink)).status).toBe(200)
})

test('a deleted image is gone everywhere, with all of its files', async () => {
  await using world = await createAdminScene()
  const { server, seed, ada, grace, image } = world
  const stays = await seed.image({ title: 'Brewery yard' })
  const subject = await seed.subject({ slug: 'bridge', kb_id: 'Q12280' })
  await seed.file(image, colors, 'image/png', 'png')
  await admin(server, ['image', 'transform', String(image), '--rotate', '90'])
  await server.catalog.jobs.drain()
  const { permalink } = await detail(server, image)
  const now = server.clock.now()
  for (const [at, id] of [image, stays, image].entries()) {
    await seed.point(id, { user_id: ada, created_at: now - at * 1e9 })
  }
  await seed.comment(image, { text: 'The brewery burned down.', commented_by: grace })
  await admin(server, ['image', 'tag', String(image), '--subject', 'bridge', '--user', 'ada'])
  server.clock.advance(60)
  await admin(server, ['image', 'tag', String(stays), '--subject', 'bridge', '--user', 'ada'])
  await seed.rebuildFeed()
  const stored = await Promise.all(imagePrefixes(image).map((prefix) => listBelow(server, prefix)))
  expect(stored.map(({ length }) => length > 0)).toEqual([true, true, true])
  const words = ['image', 'delete', String(image)]
  const [preview] = await admin(server, [...words, '--dry-run'])
  expect(preview).toMatchObject({
    georeferences: 2,
    comments: 1,
    subjects: 1,
    state: 'would_delete',
  })
  expect(preview.bytes).toBeGreaterThan(colors.byteLength)
  expect((await detail(server, image)).id).toBe(image)
  expect(await server.get('/api/v2/search/text/?q=brewery')).toMatchObject({ count: 2 })

  expect(await admin(server, words)).toMatchObject([{ id: image, state: 'deleted' }])
  expect((await server.fetch(`/api/v2/images/${image}/`)).status).toBe(404)
  expect(await listedIds(server, '')).toEqual([stays])
  expect(await server.get('/api/v2/search/text/?q=brewery')).toMatchObject({
    count: 1,
    results: [{ id: stays }],
  })
  const inView = await server.get('/api/v2/search/in-view/?lat=47.56&lon=7.59&radius=100')
  expect(inView.results.map(({ id }: { id: number }) => id)).toEqual([stays])
  expect((await server.get('/api/v2/users/')).results).toMatchObject([{ point_georeferences: 1 }])
  expect(await server.get(`/api/v2/subjects/${subject}/`)).toMatchObject({ image_count: 1 })
  expect(await server.get('/api/v2/stats/')).toMatchObject({
    total_images: 1,
    total_georeferences: 1,
  })
  expect(await feedOf(server)).toEqual(await rebuiltFeedOf(server))
  await server.catalog.jobs.drain()
  const left = await Promise.all(imagePrefixes(image).map((prefix) => listBelow(server, prefix)))
  expect(left).toEqual([[], [], []])
  expect((await server.fetch(permalink)).status).toBe(410)
  const [entry] = await admin(server, ['audit', 'list', '--action', 'image.delete'])
  expect(entry).toMatchObject({
    object: `image/${image}`,
    before: { title: 'Market square', subjects: [subject], comments: [{ commented_by: grace }] },
    after: null,
  })
  expect(await admin(server, [...words, String(stays), '--dry-run'])).toMatchObject([
    { id: image, title: 'Market square', state: 'already_deleted' },
    { id: stays, state: 'would_delete' },
  ])
  expect(await admin(server, words)).toMatchObject([{ id: image, state: 'already_deleted' }])
  expect(await runAdmin(server, [...words, '9999'])).toMatchObject({
    code: 5,
    stdout: expect.stringContaining('do not exist: 9999. Nothing'),
  })
})

test('deletes an image with its duplicates only', async () => {
  await using world = await createAdminScene()
  const { server, seed, image } = world
  const copy = await seed.image({ duplicate_of: image })
  const refused = await runAdmin(server, ['image', 'delete', String(image)])
  expect(refused).toMatchObject({ code: 9, stdout: expect.stringContaining('set-duplicate') })
  await admin(server, ['image', 'delete', String(image), String(copy)])
  expect(await listedIds(server, '')).toEqual([])
})

const ALL = { before: Number.MAX_SAFE_INTEGER, types: EVENT_TYPES, limit: 100 }
const feedOf = ({ catalog }: TestServer) => listActivity(catalog.reads, ALL)

async function rebuiltFeedOf(server: TestServer) {
  await server.catalog.write(rebuildActivity)
  return await feedOf(server)
}

async function listBelow({ catalog }: TestServer, prefix: string): Promise<string[]> {
  const names = []
  for await (const { name } of catalog.storage.list(prefix)) names.push(name)
  return names
}

test.each([['delete'], ['set-scale', '1:5000']])(
  'an interrupted `image %s` changes no more images',
  async (...words) => {
    await using world = await createAdminScene()
    const { server, image } = world
    const signal = AbortSignal.abort('SIGINT')
    const { code } = await runAdmin(server, ['image', ...words, String(image)], { signal })
    expect(code).toBe(130)
    expect(await server.get(`/api/v2/images/${image}/`)).toMatchObject({ scale: null })
    expect(await admin(server, ['audit', 'list'])).toEqual([])
  },
)
