import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { enqueueImageChanges } from '../../src/core/job-queue/enqueue-image-changes.ts'
import { storeEmbedding, useModelFixture } from '../support/embedding-models.ts'
import { walkCollections } from '../support/presentation-walk.ts'
import { runsOf } from '../support/property-runs.ts'
import { createSeed } from '../support/seed.ts'
import { createSquares } from '../support/squares.ts'
import { startTestServer } from '../support/test-server.ts'
import { encodeTiles } from '../support/tile-file.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const importer = bearer(await issueToken(server, { userId: 1, staff: true, scopes: ['import'] }))

/** A small catalog. Each run changes what is public and which images are duplicates. */
const sources: number[] = []
const collections: { id: number; source: number }[] = []
const images: { id: number; collection: number; subjects: number[]; fromAbove: boolean }[] = []
const points: Placed[] = []
const areas: Placed[] = []
const subjects = [await seed.subject(), await seed.subject(), await seed.subject()]
const tiles = await encodeTiles(createSquares({ width: 9, height: 9 }))
const users = [await seed.user(), await seed.user(), await seed.user()]

interface Placed {
  id: number
  image: number
  user: number
}

for (let s = 0; s < 3; s++) {
  const source = await seed.source()
  sources.push(source)
  for (let c = 0; c < 2; c++) {
    const collection = await seed.collection({ source_id: source })
    collections.push({ id: collection, source })
    for (let n = 0; n < 3; n++) await addImage(collection, images.length)
  }
}

await useModelFixture(server, 'first')
for (const [n, { id }] of images.entries()) await storeEmbedding(server, id, [1, n])

async function addImage(collection_id: number, at: number): Promise<void> {
  const fromAbove = at % 4 === 1
  const id = await seed.image({ collection_id, from_above: fromAbove ? 1 : 0 })
  await seed.tiles(id, tiles)
  const tags = subjects.filter((_, n) => (at + n) % 3 === 0 || at % 5 === n)
  if (tags.length > 0) await seed.tag(id, ...tags)
  images.push({ id, collection: collection_id, subjects: tags, fromAbove })
  if (mayBeDuplicate(at)) return
  for (let n = 0; n < 1 + (at % 2); n++) {
    const user_id = users[(at + n) % 3]!
    points.push({ id: await seed.point(id, { user_id }), image: id, user: user_id })
    if (fromAbove) {
      areas.push({ id: await seed.area(id, { user_id }), image: id, user: user_id })
    }
  }
}

/** Images without georeferences may be duplicates. */
function mayBeDuplicate(at: number): boolean {
  return at % 6 === 4
}

interface Flags {
  sources: boolean[]
  collections: boolean[]
  /** Whether the images that may be duplicates are. */
  duplicates: boolean
}

const flags: fc.Arbitrary<Flags> = fc.record({
  sources: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  collections: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  duplicates: fc.boolean(),
})

async function applyFlags({ sources: open, collections: shown, duplicates }: Flags): Promise<void> {
  for (const [at, id] of sources.entries()) await seed.setPublic('source', id, open[at]!)
  for (const [at, { id }] of collections.entries()) {
    await seed.setPublic('collection', id, shown[at]!)
  }
  for (const [at, { id }] of images.entries()) {
    if (!mayBeDuplicate(at)) continue
    await seed.change(id, { duplicate_of: duplicates ? images[0]!.id : null })
  }
  // Seeds change rows only. The use case also has the images of what is hidden or shown entered in the log.
  const changed = { collections: collections.map(({ id }) => id) }
  await server.catalog.write((tx) => enqueueImageChanges(tx, changed, server.clock.now()))
}

/** Computes what a caller should see, independently of the server. */
function expectedFor(flags: Flags, everything: boolean) {
  const isOpen = (source: number) => everything || flags.sources[sources.indexOf(source)]!
  const isShown = (at: number) =>
    (everything || flags.collections[at]!) && isOpen(collections[at]!.source)
  const visibleCollections = collections.filter((_, at) => isShown(at))
  const isVisible = ({ collection }: { collection: number }) =>
    visibleCollections.some(({ id }) => id === collection)
  const visibleImages = images.filter(isVisible)
  const ofVisible = (placed: Placed[]) =>
    placed.filter(({ image }) => visibleImages.some(({ id }) => id === image))
  const imagesWith = (is: (image: (typeof images)[number]) => boolean) =>
    visibleImages.filter(is).length
  const isPublic = (at: number) =>
    flags.collections[at]! && flags.sources[sources.indexOf(collections[at]!.source)]!
  const madeBy = (placed: Placed[], user: number) =>
    ofVisible(placed).filter((one) => one.user === user).length
  return {
    sources: sources.filter(isOpen).map((id) => ({
      id,
      collection_count: collections.filter((one, at) => one.source === id && isPublic(at)).length,
      image_count: imagesWith(({ collection }) => sourceOf(collection) === id),
    })),
    collections: visibleCollections.map(({ id }) => ({
      id,
      image_count: imagesWith(({ collection }) => collection === id),
    })),
    images: visibleImages.map(({ id }) => ({ id })),
    subjects: subjects
      .map((id) => ({ id, image_count: imagesWith((image) => image.subjects.includes(id)) }))
      .filter(({ image_count }) => image_count > 0),
    users: users
      .map((id) => ({
        id,
        point_georeferences: madeBy(points, id),
        from_above_georeferences: madeBy(areas, id),
      }))
      .filter((user) => user.point_georeferences + user.from_above_georeferences > 0),
    points: newest(ofVisible(points)),
    areas: newest(ofVisible(areas)),
  }
}

function sourceOf(collection: number): number {
  return collections.find(({ id }) => id === collection)!.source
}

function newest(placed: Placed[]): { id: number }[] {
  const last = new Map(placed.map(({ id, image }) => [image, id]))
  return placed.filter(({ id, image }) => last.get(image) === id).map(({ id }) => ({ id }))
}

/** Reads the items of a list in the order of their ids, with the members that the oracle computes. */
async function readItems(path: string, headers: HeadersInit, members: string[] = []) {
  const page = await server.get(`/api/v2${path}?page_size=100`, { headers })
  const items: Record<string, number>[] = page.results ?? page.features
  expect(page.count).toBe(items.length)
  return items
    .map((item) => Object.fromEntries(['id', ...members].map((name) => [name, item[name]!])))
    .toSorted((a, b) => a.id! - b.id!)
}

test('shows every caller the visible objects, consistently in all lists', async () => {
  await fc.assert(
    fc.asyncProperty(flags, async (flags) => {
      await applyFlags(flags)
      await checkLists(expectedFor(flags, false), {})
      await checkLists(expectedFor(flags, true), importer)
      const { total_images, total_sources } = await server.get('/api/v2/stats/')
      const shown = expectedFor(flags, false)
      const duplicateIds = images.filter((_, at) => mayBeDuplicate(at)).map(({ id }) => id)
      const counted = shown.images.filter(
        ({ id }) => !flags.duplicates || !duplicateIds.includes(id),
      )
      expect([total_images, total_sources]).toEqual([counted.length, shown.sources.length])
      for (const headers of [{}, importer]) await checkSearches(counted, headers)
      await server.catalog.jobs.drain()
      await checkHarvest(shown.images)
      await checkIiifChanges(shown)
    }),
    { numRuns: runsOf(3), examples: [[ALL_HIDDEN]] },
  )
})

const ALL_HIDDEN = {
  sources: [false, false, false],
  collections: [true, true, true, true, true, true],
  duplicates: true,
}

async function checkLists(
  shown: ReturnType<typeof expectedFor>,
  headers: HeadersInit,
): Promise<void> {
  const counts = ['collection_count', 'image_count']
  expect(await readItems('/sources/', headers, counts)).toEqual(shown.sources)
  expect(await readItems('/collections/', headers, ['image_count'])).toEqual(shown.collections)
  expect(await readItems('/images/', headers)).toEqual(shown.images)
  expect(await readItems('/subjects/', headers, ['image_count'])).toEqual(shown.subjects)
  const made = ['point_georeferences', 'from_above_georeferences']
  expect(await readItems('/users/', headers, made)).toEqual(shown.users)
  expect(await readItems('/georeferences/', headers)).toEqual(shown.points)
  expect(await readItems('/from-above-georeferences/', headers)).toEqual(shown.areas)

  await checkCountsBehindLinks(headers)
  await checkManifests(shown.images, headers)
  const found: [string, number[], { id: number }[]][] = [
    ['api/v2/sources', sources, shown.sources],
    ['api/v2/collections', collections.map(({ id }) => id), shown.collections],
    ['api/v2/images', images.map(({ id }) => id), shown.images],
    ['api/v2/subjects', subjects, shown.subjects],
    ['api/v2/users', users, shown.users],
    ['api/v2/georeferences', points.map(({ id }) => id), shown.points],
    ['api/v2/from-above-georeferences', areas.map(({ id }) => id), shown.areas],
    ['iiif/presentation/3/images', images.map(({ id }) => id), shown.images],
    ['iiif/3', images.map(({ id }) => id), shown.images],
  ]
  for (const [path, all, some] of found) {
    const statuses = await Promise.all(
      all.map(async (id) => (await server.fetch(`/${path}/${id}/`, { headers })).status),
    )
    const expected = all.map((id) => (some.some((one) => one.id === id) ? 200 : 404))
    expect(statuses, path).toEqual(expected)
  }
}

/** Checks that the searches find exactly the images, which match all of them. */
async function checkSearches(counted: { id: number }[], headers: HeadersInit): Promise<void> {
  const findIds = async (path: string): Promise<number[]> => {
    const search = `/api/v2/search/${path}&page_size=100`
    const { results } = await server.get(search, { headers })
    return results.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)
  }
  const ids = counted.map(({ id }) => id)
  expect(await findIds('text/?q=image')).toEqual(ids)
  expect(await findIds('semantic/?q=image')).toEqual(ids)
  for (const { id } of images.slice(0, 2)) {
    const { status } = await server.fetch(`/api/v2/search/similar/?image=${id}`, { headers })
    if (status === 200)
      expect(await findIds(`similar/?image=${id}`)).toEqual(ids.filter((other) => other !== id))
    else expect([status, ids.includes(id)]).toEqual([404, false])
  }
  const inView = ids.filter((id) => {
    const { fromAbove } = images.find((image) => image.id === id)!
    return !fromAbove && points.some(({ image }) => image === id)
  })
  expect(await findIds('in-view/?lat=47.56&lon=7.59')).toEqual(inView)
}

/** Checks that the IIIF collections contain exactly the images. */
async function checkManifests(shown: { id: number }[], headers: HeadersInit): Promise<void> {
  const { manifests, problems } = await walkCollections(server.baseUrl, (url) =>
    server.get(url, { headers }),
  )
  expect(problems).toEqual([])
  const addresses = shown.map(({ id }) => `${server.baseUrl}/iiif/presentation/3/images/${id}/`)
  expect(manifests.toSorted()).toEqual(addresses.toSorted())
}

/** Checks that harvesters get the images with their records, and all others that were ever public as deleted. */
async function checkHarvest(shown: { id: number }[]): Promise<void> {
  const response = await server.fetch('/oai/?verb=ListRecords&metadataPrefix=edm')
  const records = (await response.text()).split('<record>').slice(1)
  const given = records.filter((record) => record.includes('<metadata>'))
  const ids = given.map((record) => Number(/:image:(\d+)</.exec(record)![1]))
  expect(ids.toSorted((a, b) => a - b)).toEqual(shown.map(({ id }) => id))
  const hidden = records.filter((record) => !given.includes(record))
  expect(hidden.every((record) => record.includes('status="deleted"'))).toBe(true)
  expect(hidden.every((record) => !/setSpec|title/.test(record))).toBe(true)
}

/** Checks that the changes of IIIF documents, of which the newest of each counts, lead to those that the public sees. */
async function checkIiifChanges(shown: ReturnType<typeof expectedFor>): Promise<void> {
  const { last } = await server.get('/iiif/changes/')
  const updated: string[] = []
  for (let url = last?.id; url !== undefined;) {
    const { orderedItems, prev } = await server.get(url)
    for (const { type, object } of orderedItems) if (type === 'Update') updated.push(object.id)
    url = prev?.id
  }
  const of = (kind: string, objects: { id: number }[]) =>
    objects.map(({ id }) => `${server.baseUrl}/iiif/presentation/3/${kind}/${id}/`)
  const visible = [
    ...of('images', shown.images),
    ...of('collections', shown.collections),
    ...of('sources', shown.sources),
  ]
  expect(updated.toSorted()).toEqual(visible.toSorted())
}

/** Checks that each `image_count` equals the `count` of the list at its address. */
async function checkCountsBehindLinks(headers: HeadersInit): Promise<void> {
  for (const list of ['collections', 'subjects']) {
    const { results } = await server.get(`/api/v2/${list}/`, { headers })
    for (const { image_count, images_url } of results) {
      expect((await server.get(images_url, { headers })).count).toBe(image_count)
    }
  }
  const { results } = await server.get('/api/v2/sources/', { headers })
  for (const { id, image_count, collections_url } of results) {
    const own = (await server.get(collections_url, { headers })).results
    const sum = own.reduce((all: number, one: { image_count: number }) => all + one.image_count, 0)
    expect(sum).toBe(image_count)
    const { count } = await server.get(`/api/v2/images/?source=${id}`, { headers })
    expect(count).toBe(image_count)
  }
}
