import { expect, test } from 'vitest'
import { formatTimestamp, parseTimestamp } from '../../src/core/base/clock.ts'
import { CHANGES_WITH_LINES_PER_MINUTE } from '../../src/core/base/limits.ts'
import { pauseJobs, resumeJobs } from '../../src/core/job-queue/pause.ts'
import { hostContext } from '../support/host-context.ts'
import { setFilesKnownSince } from '../support/known-files.ts'
import { openCommunity, type Community } from '../support/contributors.ts'

interface Change {
  id: number
  type: string
  changed_at: string
  state: string
}

/** Follows the log from its end. Each call returns what has changed since, such as `image 1 gone`. */
async function follow({ visitor }: Community) {
  let cursor = ''
  const read = async (): Promise<string[]> => {
    const { status, body } = await visitor.send('GET', `/changes/?after=${cursor}`)
    expect(status).toBe(200)
    cursor = body.cursor
    return body.results.map(({ type, id, state }: Change) => `${type} ${id} ${state}`).toSorted()
  }
  await read()
  return read
}

test('lists what a change of the public record changes, and nothing else', async () => {
  await using community = await openCommunity()
  const { seed } = community
  const moderator = await community.person({ staff: true, scopes: ['contribute', 'moderate'] })
  const importer = await community.person({ staff: true, scopes: ['import'] })
  const mapper = await community.person()
  const license = await seed.license({ name: 'cc0' })
  const source = await seed.source()
  const collection = await seed.collection({ source_id: source })
  const image = await seed.image({ collection_id: collection, license_id: license })
  const other = await seed.image({ collection_id: collection })
  const subject = await seed.subject()
  const changes = await follow(community)
  const cases: [what: string, change: () => Promise<unknown>, expected: string[]][] = [
    ['nothing', async () => undefined, []],
    [
      'a title',
      () => importer.send('PATCH', `/images/${image}/`, { title: 'Bridge' }),
      [`image ${image} changed`],
    ],
    ['the same title', () => seed.change(image, { title: 'Bridge' }), []],
    ['what importers see', () => seed.change(image, { reference_id: 'A 1' }), []],
    ['its order', () => seed.change(image, { position: 7 }), [`image ${image} changed`]],
    [
      'its first subject',
      () => seed.tag(image, subject),
      [`image ${image} changed`, `subject ${subject} changed`],
    ],
    [
      'a subject',
      () => moderator.send('PATCH', `/subjects/${subject}/`, { title: 'Old bridge' }),
      [`subject ${subject} changed`],
    ],
    ['an outline', () => seed.outline(subject, 'way/1'), [`subject ${subject} changed`]],
    [
      'a placement',
      () =>
        mapper.post('/georeferences/', {
          image,
          latitude: 47.5,
          longitude: 7.5,
          confidence: 'high',
        }),
      [`image ${image} changed`],
    ],
    [
      'a verdict',
      async () => seed.validation({ image, point: await seed.point(image) }),
      [`image ${image} changed`],
    ],
    ['a comment', () => seed.comment(image), []],
    ['a file', () => seed.change(image, { generation: 'new' }), [`image ${image} changed`]],
    ['a duplicate', () => seed.change(other, { duplicate_of: image }), [`image ${other} changed`]],
    [
      'a collection',
      () => moderator.send('PATCH', `/collections/${collection}/`, { name: 'Album' }),
      [`collection ${collection} changed`],
    ],
    [
      'a source',
      () => moderator.send('PATCH', `/sources/${source}/`, { name: 'Archive' }),
      [`source ${source} changed`],
    ],
    [
      'the license',
      () => moderator.send('PATCH', `/licenses/${license}/`, { display_name: 'Zero' }),
      [`image ${image} changed`],
    ],
    ['a deletion', () => seed.delete('image', other), [`image ${other} gone`]],
  ]
  for (const [what, change, expected] of cases) {
    await change()
    await community.server.catalog.jobs.drain()
    expect([what, ...(await changes())]).toEqual([what, ...expected])
  }
})

test('tells that images are gone as soon as their collection or source is hidden, and never more', async () => {
  await using community = await openCommunity()
  const { seed, server, visitor } = community
  const moderator = await community.person({ staff: true, scopes: ['moderate'] })
  const [source, hiddenSource] = [await seed.source(), await seed.source({ public: 0 })]
  const collection = await seed.collection({ source_id: source })
  const image = await seed.image({ collection_id: collection })
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const subject = await seed.subject()
  await seed.tag(image, subject)
  const changes = await follow(community)
  const all = async (): Promise<string[]> => {
    const { body } = await visitor.send('GET', '/changes/')
    return body.results.map(({ type, id, state }: Change) => `${type} ${id} ${state}`)
  }
  expect((await all()).filter((change) => change.startsWith('image'))).toEqual([
    `image ${image} changed`,
  ])

  const setPublic = async (path: string, isPublic: boolean): Promise<void> => {
    expect((await moderator.send('PATCH', path, { public: isPublic })).status).toBe(200)
  }
  const runJobs = async (): Promise<void> => {
    await server.catalog.write((tx) => resumeJobs(tx, hostContext(server.clock)))
    await server.catalog.jobs.drain()
    await server.catalog.write((tx) => pauseJobs(tx, hostContext(server.clock)))
  }
  await runJobs()
  await setPublic(`/collections/${collection}/`, false)
  expect(await all()).toContain(`image ${image} gone`)
  expect(await changes()).toEqual([`collection ${collection} gone`, `subject ${subject} gone`])
  await runJobs()
  expect(await changes()).toEqual([`image ${image} gone`])

  await seed.change(image, { title: 'Hidden' })
  await seed.change(hidden, { title: 'Never public' })
  await seed.delete('image', hidden)
  await setPublic(`/sources/${source}/`, false)
  await runJobs()
  expect(await changes()).toEqual([`source ${source} gone`])

  // Hidden and public again before the job records it.
  await setPublic(`/sources/${source}/`, true)
  await setPublic(`/collections/${collection}/`, true)
  await runJobs()
  const shown = ['collection', 'image', 'source', 'subject'].map((type) => `${type} 1 changed`)
  expect(await changes()).toEqual(shown)
  await setPublic(`/sources/${source}/`, false)
  expect(await all()).toContain(`image ${image} gone`)
  await setPublic(`/sources/${source}/`, true)
  await runJobs()
  expect(await changes()).toEqual(shown)

  const move = { source: hiddenSource }
  expect((await moderator.post(`/collections/${collection}/move/`, move)).status).toBe(200)
  await seed.delete('image', image)
  await runJobs()
  expect(await changes()).toEqual(['collection 1 gone', 'image 1 gone', 'subject 1 gone'])
})

test('pages from any cursor, in the order of the changes', async () => {
  await using community = await openCommunity()
  const { seed, visitor } = community
  const empty = (await visitor.send('GET', '/changes/')).body
  expect(empty).toEqual({ results: [], cursor: expect.any(String) as string })
  expect((await visitor.send('GET', `/changes/?after=${empty.cursor}`)).body).toEqual(empty)
  const collection = await seed.collection()
  await seed.images(collection, [1, 2, 3])
  await seed.change(1, { title: 'Newest' })
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 6; page += 1) {
    const { body } = await visitor.send('GET', `/changes/?limit=1&after=${cursor}`)
    seen.push(...body.results.map(({ type, id }: Change) => `${type} ${id}`))
    cursor = body.cursor
  }
  expect(seen).toEqual(['source 1', 'collection 1', 'image 2', 'image 3', 'image 1'])
  const { results } = (await visitor.send('GET', '/changes/')).body
  const times: string[] = results.map(({ changed_at }: Change) => changed_at)
  expect(times).toEqual([...new Set(times)].toSorted())
})

test('filters lists by the time of the latest change', async () => {
  await using community = await openCommunity()
  const { seed, visitor } = community
  const [source, other] = [await seed.source(), await seed.source()]
  const collection = await seed.collection({ source_id: source })
  await seed.collection({ source_id: source })
  await seed.images(collection, [1, 2, 3])
  const subject = await seed.subject()
  await seed.tag(1, subject, await seed.subject())
  const license = await seed.license()
  await seed.change(1, { license_id: license })
  const paths = ['images', 'collections', 'sources', 'subjects', `sources/${source}/collections`]
  const time = (await visitor.send('GET', '/changes/?limit=1000')).body.results.at(-1).changed_at
  const since = formatTimestamp(parseTimestamp(time)! + 1)
  const list = async (): Promise<Record<string, number[]>> => {
    const found = paths.map(async (path) => {
      const { body } = await visitor.send('GET', `/${path}/?modified_since=${since}`)
      expect(body.count).toBe(body.results.length)
      return [path, body.results.map(({ id }: Change) => id).toSorted()] as const
    })
    return Object.fromEntries(await Promise.all(found))
  }
  expect(Object.values(await list()).flat()).toEqual([])
  // No column of the lists.
  await seed.change(2, { scale: '1:500' })
  await seed.outline(subject, 'way/1')
  const moderator = await community.person({ staff: true, scopes: ['moderate'] })
  await moderator.send('PATCH', `/collections/${collection}/`, { description: 'Views.' })
  await moderator.send('PATCH', `/sources/${other}/`, { description: 'An archive.' })
  expect(Object.values(await list())).toEqual([[2], [collection], [other], [subject], [collection]])
  await moderator.send('PATCH', `/licenses/${license}/`, { display_name: 'Free' })
  await community.server.catalog.jobs.drain()
  expect((await list()).images).toEqual([1, 2])
  for (const path of paths) {
    const { status, body } = await visitor.send('GET', `/${path}/?modified_since=monday`)
    expect([status, Object.keys(body)]).toEqual([400, ['modified_since']])
  }
})

test('starts over for cursors of a catalog that was restored from a backup since', async () => {
  await using community = await openCommunity()
  const { seed, server, visitor } = community
  const read = async (after: string) =>
    (await visitor.send('GET', `/changes/?limit=1&after=${after}`)).body
  await seed.collection()
  await setFilesKnownSince(server, 1)
  const { results, cursor } = await read('')
  expect(await read(cursor)).not.toHaveProperty('reset')
  await setFilesKnownSince(server, 2)
  const restarted = await read(cursor)
  expect(restarted).toMatchObject({ results, reset: true })
  expect(await read(restarted.cursor)).toMatchObject({ results: [{ type: 'collection' }] })
  expect(await read(restarted.cursor)).not.toHaveProperty('reset')
})

test.each([
  ['after=soon', 'after'],
  ['after=-1', 'after'],
  ['after=1-', 'after'],
  ['after=9999999999999999', 'after'],
  ['limit=many', 'limit'],
])('refuses ?%s', async (query, field) => {
  await using community = await openCommunity()
  const { status, body } = await community.visitor.send('GET', `/changes/?${query}`)
  expect([status, Object.keys(body)]).toEqual([400, [field]])
})

test('adds the lines that a dump has of what changed, without what only staff see', async () => {
  await using community = await openCommunity()
  const { seed, visitor, server } = community
  const staff = await seed.user({ id: 7, username: 'grace', is_staff: 1 })
  const ada = await seed.user({ id: 1201, username: 'ada' })
  const license_id = await seed.license({ name: 'cc0' })
  const collection_id = await seed.collection({ announced_by: staff })
  const texts = { reference_id: 'A 1', archive_position: '47, 7', created_by: staff }
  const image = await seed.image({ ...texts, collection_id, license_id, position: 4 })
  await seed.file(image, Buffer.from('picture'))
  const subject = await seed.subject()
  await seed.outline(subject, 'way/1')
  await seed.tag(image, subject)
  const point = await seed.point(image, { user_id: ada })
  const validation = await seed.validation({ image, point }, { validated_by: staff })
  await seed.comment(image)
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const read = async (query: string) => (await visitor.send('GET', `/changes/?${query}`)).body
  const { results, catalog } = await read('with=lines')
  expect(catalog).toMatchObject({ type: 'catalog', format: 'catalog-dump', version: 2 })
  const linesOf = (type: string): Record<string, unknown>[] =>
    results.find((change: Change) => change.type === type).lines
  expect(linesOf('image')).toEqual([
    expect.objectContaining({ type: 'image', id: image, license: 'cc0', order: 4 }),
    expect.objectContaining({ type: 'subject_tag', image, subject, position: 1 }),
    expect.objectContaining({ type: 'georeference', id: point, georeferenced_by: ada }),
    expect.objectContaining({ type: 'validation', id: validation, georeference: point }),
    expect.objectContaining({ type: 'license', id: license_id }),
    { type: 'user', id: ada, username: 'ada', is_staff: false },
    { type: 'user', id: staff, username: 'grace', is_staff: false },
  ])
  for (const name of Object.keys(texts)) expect(linesOf('image')[0]).not.toHaveProperty(name)
  expect(linesOf('collection')[0]).not.toHaveProperty('announced_by')
  expect(linesOf('subject').map(({ type }) => type)).toEqual(['subject', 'subject_geometry'])
  const { file_url: url } = results.find((change: Change) => change.type === 'image')
  expect(await (await server.fetch(url)).text()).toBe('picture')
  expect(results.map(({ id, type }: Change) => `${type} ${id}`)).not.toContain(`image ${hidden}`)
  await seed.delete('image', image)
  const gone = (await read('with=lines&limit=1000')).results.at(-1)
  expect(gone).toMatchObject({ type: 'image', state: 'gone' })
  expect(gone).not.toHaveProperty('lines')
  expect((await read('')).catalog).toBeUndefined()
})

test('limits the pages with lines for one client address', async () => {
  await using community = await openCommunity()
  const { visitor, server } = community
  const read = async (query = '') => (await visitor.send('GET', `/changes/?limit=1${query}`)).status
  const { changesWithLines } = server.catalog.addressLimits
  for (let n = 2; n <= CHANGES_WITH_LINES_PER_MINUTE; n += 1) await changesWithLines('127.0.0.1')
  expect(await read('&with=lines')).toBe(200)
  expect(await read('&with=lines')).toBe(429)
  expect(await read()).toBe(200)
})

test('bounds a page by the length of its lines, and the contributions of an image', async () => {
  await using community = await openCommunity()
  const { seed, visitor } = community
  const collection_id = await seed.collection()
  const description = 'x'.repeat(100_000)
  const ids = Array.from({ length: 110 }, (_, n) => 1000 + n)
  await seed.images(collection_id, ids, { description })
  await seed.points(ids.at(-1)!, 250)
  await seed.points(ids.at(-2)!, 3)
  const seen: number[] = []
  const counts = new Map<number, number>()
  let pages = 0
  for (let cursor = ''; ; pages += 1) {
    const { body } = await visitor.send('GET', `/changes/?with=lines&limit=1000&after=${cursor}`)
    if (body.results.length === 0) break
    cursor = body.cursor
    const images = body.results.filter((change: Change) => change.type === 'image')
    seen.push(...images.map(({ id }: Change) => id))
    for (const { id, lines } of images) {
      const points = lines.filter(({ type }: Change) => type === 'georeference')
      counts.set(id, points.length)
    }
  }
  expect(ids.slice(-3).map((id) => counts.get(id))).toEqual([0, 3, 200])
  expect(seen.toSorted((a, b) => a - b)).toEqual(ids)
  expect(pages).toBe(2)
})
