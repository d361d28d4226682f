import { afterAll, expect, test } from 'vitest'
import { moveToSource } from '../../../src/core/writes/collections/move-collection.ts'
import { newVersion } from '../../../src/core/storage/keys.ts'
import { openCommunity } from '../../support/contributors.ts'
import { pauseQueue, resumeQueue } from '../../support/queue.ts'
import { addZoomableImage, readPictureAddresses, requestAll } from '../../support/zoomable-image.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const moderator = await community.person({ staff: true, scopes: ['moderate'] })
const importer = await community.person({ staff: true, scopes: ['import'] })

const detail = (image: number) => server.get(`/api/v2/images/${image}/`)

test('moderators change what importers cannot, and the audit log keeps both states', async () => {
  const image = await seed.image({ title: 'Before' })
  await seed.point(image)
  const collection = await seed.collection({ name: 'Album 9' })
  const path = `/images/${image}/`
  const changes = { from_above: true, scale: '1:25000', order: 7, collection, title: 'After' }
  const { status, body } = await moderator.send('PATCH', path, changes)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    title: 'After',
    from_above: true,
    scale: '1:25000',
    georeference_status: 'available',
    collection: { id: collection, name: 'Album 9' },
  })
  expect(await detail(image)).toMatchObject({ from_above: true, title: 'After' })
  const closed = await moderator.send('PATCH', path, { will_not_georef: 'true', scale: null })
  expect(closed.body).toMatchObject({ georeference_status: 'will_not_georef', scale: null })
  const opened = await moderator.send('PATCH', path, { will_not_georef: false, from_above: false })
  expect(opened.body.georeference_status).toBe('georeferenced')
  const entries = await server.catalog.reads
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after', 'user_id'])
    .where('object_id', '=', String(image))
    .orderBy('id')
    .execute()
  expect(entries.map(({ action, user_id }) => [action, user_id])).toEqual([
    ['image.edit', moderator.userId],
    ['image.moderate', moderator.userId],
    ['image.moderate', moderator.userId],
    ['image.moderate', moderator.userId],
  ])
  expect(JSON.parse(entries[1]!.after!)).toMatchObject({ from_above: 1, position: 7 })
  expect(JSON.parse(entries[1]!.before!)).toMatchObject({ from_above: 0, position: null })
})

test('marks duplicates and takes it back, without chains and lost images', async () => {
  const original = await seed.image()
  const image = await seed.image()
  const mark = (id: number, duplicate_of: unknown) =>
    moderator.send('PATCH', `/images/${id}/`, { duplicate_of })
  expect((await mark(image, String(original))).body).toMatchObject({
    duplicate_of: original,
    georeference_status: 'duplicate',
  })
  const another = await seed.image()
  expect((await mark(another, image)).status).toBe(409)
  expect((await mark(original, another)).status).toBe(409)
  for (const unknown of [987_654, another, 'x']) {
    const { status, body } = await mark(another, unknown)
    expect([status, Object.keys(body)]).toEqual([400, ['duplicate_of']])
  }
  const hidden = await seed.collection({ public: 0 })
  const move = await moderator.send('PATCH', `/images/${original}/`, { collection: hidden })
  expect([move.status, move.body.detail]).toEqual([409, expect.stringContaining('neither')])
  expect((await mark(image, null)).body).toMatchObject({ duplicate_of: null })
  expect(
    (await moderator.send('PATCH', `/images/${original}/`, { collection: hidden })).status,
  ).toBe(200)
  expect((await server.fetch(`/api/v2/images/${original}/`)).status).toBe(404)
})

test('hides no collection or source whose images have public duplicates elsewhere', async () => {
  const source_id = await seed.source()
  const collection_id = await seed.collection({ source_id })
  const original = await seed.image({ collection_id })
  await seed.image({ collection_id, duplicate_of: original })
  const duplicate = await seed.image()
  await moderator.send('PATCH', `/images/${duplicate}/`, { duplicate_of: original })
  const hiddenSource = await seed.source({ public: 0 })
  const paths = [`/collections/${collection_id}/`, `/sources/${source_id}/`] as const
  for (const path of paths) {
    const { status, body } = await moderator.send('PATCH', path, { public: false })
    expect([status, body.detail]).toEqual([409, expect.stringContaining(`Image ${duplicate}`)])
  }
  expect((await server.fetch(`/api/v2/images/${original}/`)).status).toBe(200)
  const move = server.catalog.write((tx) =>
    moveToSource(
      tx,
      { id: collection_id, sourceId: hiddenSource },
      { actor: { userId: moderator.userId }, now: server.clock.now() },
    ),
  )
  await expect(move).rejects.toThrow(/neither/)
  await moderator.send('PATCH', `/images/${duplicate}/`, { duplicate_of: null })
  expect((await moderator.send('PATCH', paths[0], { public: false })).status).toBe(200)
  expect((await server.fetch(`/api/v2/images/${original}/`)).status).toBe(404)
})

test('hiding a collection or a source ends the addresses of the pictures that were public', async () => {
  const source_id = await seed.source()
  const [collection, moved, republished, large] = await Promise.all([
    seed.collection(),
    seed.collection(),
    seed.collection(),
    seed.collection({ source_id }),
  ])
  const neverPublic = await seed.collection({ source_id, public: 0 })
  await seed.images(
    large,
    Array.from({ length: 450 }, (_, index) => 900_000 + index),
  )
  const add = (collection_id: number, values = {}) =>
    addZoomableImage(server, { collection_id, ...values })
  const hidden = [
    await add(collection),
    await add(moved, { rotation: 90 }),
    await add(large, { id: 900_500 }),
  ]
  const kept = [await add(neverPublic), await add(republished)]
  const read = (images: number[]) =>
    Promise.all(images.map((image) => readPictureAddresses(server, image)))
  const [ended, unchanged] = [await read(hidden), await read(kept)]
  const lost = ended[2]?.[0] ?? ''
  expect(await requestAll(server, ended.flat())).toEqual([200])
  await server.catalog.storage.remove(lost.replace('/media/', ''))
  await pauseQueue(server)
  for (const [path, isPublic] of [
    [`/collections/${republished}/`, false],
    [`/collections/${republished}/`, true],
    [`/collections/${collection}/`, false],
    [`/sources/${source_id}/`, false],
  ] as const)
    expect((await moderator.send('PATCH', path, { public: isPublic })).status).toBe(200)
  const move = { id: moved, sourceId: await seed.source({ public: 0 }) }
  const context = { actor: { userId: moderator.userId }, now: server.clock.now() }
  await server.catalog.write((tx) => moveToSource(tx, move, context))
  expect(await requestAll(server, ended.flat())).toEqual([404])
  expect(await requestAll(server, unchanged.flat())).toEqual([200])
  await resumeQueue(server)
  await server.catalog.jobs.drain()
  expect(await requestAll(server, ended.flat())).toEqual([404])
  const renewed = await read(hidden)
  expect(await requestAll(server, renewed.flat())).toEqual([200])
  for (const [index, image] of hidden.entries()) {
    const { body } = await moderator.send('GET', `/images/${image}/`)
    expect(new URL(body.thumbnail).pathname).toBe(renewed[index]?.[0])
  }
  expect(await read(kept)).toEqual(unchanged)
  expect(await requestAll(server, unchanged.flat())).toEqual([200])
})

test('reports all invalid members at once, and changes nothing', async () => {
  const image = await seed.image()
  const before = await detail(image)
  const path = `/images/${image}/`
  const { status, body } = await moderator.send('PATCH', path, {
    from_above: 'perhaps',
    will_not_georef: 2,
    scale: 'x'.repeat(101),
    order: 'first',
    collection: null,
    title: '',
  })
  expect([status, Object.keys(body).toSorted()]).toEqual([
    400,
    ['collection', 'from_above', 'order', 'scale', 'title', 'will_not_georef'],
  ])
  const lost = await moderator.send('PATCH', path, { title: 'New', collection: 987_654 })
  expect([lost.status, lost.body]).toEqual([
    400,
    { collection: ['Collection 987654 does not exist.'] },
  ])
  expect(await detail(image)).toEqual(before)
})

test('importers change exactly their members', async () => {
  const image = await seed.image()
  const { status, body } = await importer.send('PATCH', `/images/${image}/`, {
    title: 'New',
    from_above: true,
    collection: 'nowhere',
  })
  expect([status, body]).toMatchObject([200, { title: 'New', from_above: false }])
})

test('deletes an image, unless another one is a duplicate of it', async () => {
  const image = await seed.image()
  const duplicate = await seed.image({ duplicate_of: image })
  const path = `/images/${image}/`
  const refused = await moderator.send('DELETE', path)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    `Image ${duplicate} is a duplicate of image ${image}.`,
  ])
  await moderator.send('PATCH', `/images/${duplicate}/`, { duplicate_of: null })
  expect((await moderator.send('DELETE', path)).status).toBe(204)
  expect((await server.fetch(`/api/v2${path}`)).status).toBe(404)
  expect((await moderator.send('DELETE', path)).status).toBe(404)
})

test('processes the picture of an image again, once', async () => {
  const image = await seed.image()
  const path = `/images/${image}/reprocess/`
  expect((await moderator.post(path)).status).toBe(404)
  await seed.file(image, Buffer.from('bytes'))
  // The job would fail, at any time in the tests that follow.
  await moderator.send('PUT', '/jobs/paused/')
  for (const replayed of [null, 'true']) {
    const again = await moderator.post(path, {}, { 'Idempotency-Key': 'again' })
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([204, replayed])
  }
  const jobs = await server.catalog.write((tx) =>
    tx.deleteFrom('job').where('image_id', '=', image).returning('kind').execute(),
  )
  expect(jobs).toEqual([{ kind: 'derive' }])
  await moderator.send('DELETE', '/jobs/paused/')
})

test('lists failed and waiting jobs, runs them again, and pauses the queue', async () => {
  const addJob = async (kind: string) => {
    const now = server.clock.now()
    const times = { run_at: now, created_at: now, finished_at: now }
    const failure = { state: 'failed', attempts: 5, max_attempts: 5, last_error: 'Lost.' } as const
    const job = { kind, image_id: null, payload: '{}', priority: 1, ...failure, ...times }
    const { id } = await server.catalog.write((tx) =>
      tx.insertInto('job').values(job).returning('id').executeTakeFirstOrThrow(),
    )
    return id
  }
  const one = await addJob('tile')
  server.clock.advance(1)
  const two = await addJob('derive')
  const list = async (path: string) => (await moderator.send('GET', path)).body
  const first = await list('/jobs/?limit=1')
  expect(first).toEqual({
    paused: false,
    failures: [
      { kind: 'derive', count: 1 },
      { kind: 'tile', count: 1 },
    ],
    next: expect.stringContaining('/api/v2/jobs/?limit=1&after='),
    results: [
      {
        id: two,
        kind: 'derive',
        state: 'failed',
        attempts: 5,
        run_at: expect.stringMatching(/Z$/),
        finished_at: expect.stringMatching(/Z$/),
        image_id: null,
        max_attempts: 5,
        priority: 1,
        created_at: expect.stringMatching(/Z$/),
        waits_for_host_since: null,
        title: null,
        reference_id: null,
        collection: null,
        error: 'Lost.',
      },
    ],
  })
  const next = await list(first.next.replace(/^.*\/api\/v2/, ''))
  expect(next).toMatchObject({ next: null, results: [{ id: one, kind: 'tile' }] })
  expect((await moderator.send('PUT', '/jobs/paused/')).status).toBe(204)
  expect((await moderator.send('PUT', '/jobs/paused/')).status).toBe(204)
  expect((await moderator.post(`/jobs/${one}/retry/`)).status).toBe(204)
  const kind = await moderator.post('/jobs/retry/', { kind: 'derive' })
  expect([kind.status, kind.body]).toEqual([200, { queued: 1 }])
  expect((await moderator.post('/jobs/retry/', { kind: 'derive' })).body).toEqual({ queued: 0 })
  const waiting = await list('/jobs/?state=queued&limit=100')
  expect(waiting).toMatchObject({ paused: true, failures: [] })
  expect(waiting.results.map(({ id }: { id: number }) => id)).toEqual(
    expect.arrayContaining([one, two]),
  )
  expect((await moderator.send('DELETE', '/jobs/paused/')).status).toBe(204)
  expect(await list('/jobs/')).toMatchObject({ paused: false, failures: [], results: [] })
  expect((await moderator.post('/jobs/987654/retry/')).status).toBe(404)
  expect((await moderator.post('/jobs/retry/', {})).body).toEqual({
    kind: ['This field is required.'],
  })
  expect((await moderator.send('GET', '/jobs/?after=1')).status).toBe(400)
  const unknown = await moderator.send('GET', '/jobs/?state=lost')
  expect([unknown.status, unknown.body]).toEqual([
    400,
    { state: ['Must be one of: running, failed, queued, done.'] },
  ])
})

test('changes settings, unless another person has changed them since', async () => {
  const put = (name: string, body: object) => moderator.send('PUT', `/settings/${name}/`, body)
  const list = await moderator.send('GET', '/settings/')
  expect(list.body[0]).toEqual({
    name: 'site_name',
    value: 'Historical image catalog',
    is_default: true,
    meaning: expect.stringContaining('Name'),
    pending: false,
  })
  const previous = list.body[0].value as string
  const named = await put('site_name', { value: ' Old town ', previous })
  expect([named.status, named.body]).toMatchObject([200, { value: 'Old town', is_default: false }])
  expect((await server.get('/api/v2/stats/')).name).toBe('Old town')
  const late = await put('site_name', { value: 'Mine', previous })
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
  for (const [name, value] of [
    ['viewing_cone', 60.5],
    ['validators', 'everyone'],
    ['milestones', { user: [3, 7], sitewide: [] }],
  ] as const) {
    const before = list.body.find((one: { name: string }) => one.name === name).value
    const changed = await put(name, { value, previous: before })
    expect([changed.status, changed.body]).toMatchObject([200, { name, value }])
    expect((await put(name, { value: before, previous: before })).status).toBe(409)
    expect((await put(name, { value, previous: value })).status).toBe(200)
  }
  for (const [name, value] of [
    ['site_name', 7],
    ['site_name', undefined],
    ['viewing_cone', 361],
    ['viewing_cone', [60]],
    ['validators', 'nobody'],
    ['milestones', { user: [3, 2] }],
    ['milestones', '{"user": [3]}'],
    ['milestones', undefined],
  ] as const)
    expect([name, Object.keys((await put(name, { value })).body)]).toEqual([name, ['value']])
  expect((await put('site_name', {})).body).toEqual({ value: ['This field is required.'] })
  for (const { name } of list.body)
    expect((await moderator.send('DELETE', `/settings/${name}/`)).status).toBe(204)
  await server.catalog.jobs.drain()
  expect((await moderator.send('GET', '/settings/')).body).toEqual(list.body)
  expect((await put('files-id', { value: 'x' })).status).toBe(404)
})

test('lists users for moderators: all, by name, or those who are suspended', async () => {
  const [one, two] = [
    await seed.user({ username: 'Øystein', created_at: server.clock.now() + 1 }),
    await seed.user({ username: 'Oyster', created_at: server.clock.now() + 2 }),
  ]
  await seed.point(await seed.image(), { user_id: one })
  await moderator.send('PUT', `/users/${two}/suspension/`, {})
  const list = async (query: string) => (await moderator.send('GET', `/people/${query}`)).body
  const newest = await list('?limit=1')
  expect(newest).toEqual({
    next: expect.stringContaining('/api/v2/people/?limit=1&after='),
    results: [
      {
        id: two,
        username: 'Oyster',
        is_staff: false,
        suspended_at: expect.stringMatching(/Z$/),
        georeferences: 0,
      },
    ],
  })
  const next = await list(newest.next.replace(/^[^?]*/, ''))
  expect(next.results).toMatchObject([{ id: one, georeferences: 1, suspended_at: null }])
  const idsOf = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id)
  expect(idsOf(await list('?name=ØYST'))).toEqual([one])
  expect(await list('?name=oys&limit=1')).toMatchObject({ next: null, results: [{ id: two }] })
  expect(idsOf(await list('?suspended=true'))).toEqual([two])
  expect((await moderator.send('GET', '/people/?suspended=x&after=y')).status).toBe(400)
  expect(await list(`${two}/`)).toMatchObject({ id: two, username: 'Oyster', is_staff: false })
  expect((await moderator.send('GET', '/people/987654/')).status).toBe(404)
})

test('a deleted image is gone at once, also for clients that requested it before', async () => {
  const image = await addZoomableImage(server, { title: 'Withdrawn lido' })
  const pictures = await readPictureAddresses(server, image)
  const others = [
    `/api/v2/images/${image}/`,
    `/${image}/`,
    `/media/images/${image}/original.jpg`,
    `/iiif/presentation/3/images/${image}/`,
    `/iiif/3/${image}/info.json`,
  ]
  const lists = [
    '/api/v2/images/?search=Withdrawn+lido',
    '/api/v2/images/?ordering=-id',
    '/images/',
  ]
  const tags = new Map<string, string>()
  for (const path of [...pictures, ...others, ...lists]) {
    const response = await server.fetch(path)
    expect(response.status, path).toBe(200)
    tags.set(path, response.headers.get('ETag') ?? '"none"')
  }
  await pauseQueue(server)
  expect((await moderator.send('DELETE', `/images/${image}/`)).status).toBe(204)
  const requestAgain = async (path: string) => {
    const plain = await server.fetch(path)
    const conditional = await server.fetch(path, {
      headers: { 'If-None-Match': tags.get(path) ?? '' },
    })
    return { statuses: [plain.status, conditional.status], text: await plain.text() }
  }
  const expectGone = async () => {
    for (const path of pictures)
      expect((await requestAgain(path)).statuses, path).toEqual([410, 410])
    for (const path of others) expect((await requestAgain(path)).statuses, path).toEqual([404, 404])
    for (const path of lists) {
      const { statuses, text } = await requestAgain(path)
      expect(statuses, path).toEqual([200, 200])
      expect(text).not.toContain(`/images/${image}/`)
    }
  }
  await expectGone()
  const guess = pictures[0]?.replace(/[^/]+(?=\/thumbnail)/, newVersion()) ?? ''
  expect(await requestAll(server, [guess])).toEqual([404])
  await resumeQueue(server)
  await server.catalog.jobs.drain()
  await expectGone()
})
