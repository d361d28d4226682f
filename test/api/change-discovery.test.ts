import { expect, test } from 'vitest'
import { z } from 'zod'
import { openCommunity, type Community } from '../support/contributors.ts'

const CONTEXT = 'http://iiif.io/api/discovery/1/context.json'

/** The requirements of the Change Discovery API 1.0 for the properties that this project uses. */
const pageLink = z.strictObject({ id: z.url(), type: z.literal('OrderedCollectionPage') })
const stream = z.strictObject({
  '@context': z.literal(CONTEXT),
  id: z.url(),
  type: z.literal('OrderedCollection'),
  first: pageLink,
  last: pageLink,
})
const activity = z.strictObject({
  type: z.enum(['Update', 'Delete']),
  object: z.strictObject({ id: z.url(), type: z.enum(['Manifest', 'Collection']) }),
  endTime: z.iso.datetime({ precision: 6 }),
})
const page = z.strictObject({
  '@context': z.literal(CONTEXT),
  id: z.url(),
  type: z.literal('OrderedCollectionPage'),
  partOf: z.strictObject({ id: z.url(), type: z.literal('OrderedCollection') }),
  prev: pageLink.optional(),
  next: pageLink.optional(),
  orderedItems: z.array(activity).max(1000),
})

type Page = z.infer<typeof page>

const readStream = async ({ server }: Community) =>
  stream.parse(await server.get(`${server.baseUrl}/iiif/changes/`))

/** Reads a page and those that follow in one direction. */
async function walk(
  { server }: Community,
  direction: 'prev' | 'next',
  { id }: { id: string },
): Promise<Page[]> {
  const pages: Page[] = []
  for (let url: string | undefined = id; url !== undefined; url = pages.at(-1)?.[direction]?.id) {
    pages.push(page.parse(await server.get(url)))
    expect(pages.at(-1)?.id).toBe(url)
  }
  return direction === 'prev' ? pages.toReversed() : pages
}

const describeAll = (pages: Page[]): string[] =>
  pages.flatMap(({ orderedItems }) =>
    orderedItems.map(({ type, object }) => `${type} ${object.id.split('/3/')[1]}`),
  )

test('pages the latest activity of each object in both directions, which never skip any', async () => {
  await using community = await openCommunity()
  const { seed, server } = community
  const collection = await seed.collection()
  await seed.images(
    collection,
    Array.from({ length: 1040 }, (_, index) => index + 1),
  )
  await seed.tag(1, await seed.subject())
  const { first, last } = await readStream(community)
  const forward = await walk(community, 'next', first)
  expect(forward.map(({ orderedItems }) => orderedItems.length)).toEqual([1000, 42])
  const activities = describeAll(forward)
  expect(activities.slice(0, 3)).toEqual(['sources/1/', 'collections/1/', 'images/2/'].map(update))
  expect(new Set(activities).size).toBe(1042)
  const backward = await walk(community, 'prev', last)
  expect(backward.map(({ orderedItems }) => orderedItems.length)).toEqual([43, 999])
  expect(describeAll(backward)).toEqual(activities)
  const times = forward.flatMap(({ orderedItems }) => orderedItems.map(({ endTime }) => endTime))
  expect(times).toEqual(times.toSorted())
  for (const { object } of forward[0]?.orderedItems.slice(0, 3) ?? [])
    expect(await server.get(object.id)).toMatchObject(object)

  // Pages that were linked before keep their boundaries, and changed objects leave them.
  await seed.change(2, { title: 'Bridge' })
  await seed.delete('image', 1030)
  const [kept, ...others] = await walk(community, 'next', first)
  expect(kept?.orderedItems).toEqual(forward[0]?.orderedItems.filter((_, index) => index !== 2))
  const expected = activities.filter((one) => !/images\/(2|1030)\//.test(one))
  expect(describeAll([kept ?? page.parse({}), ...others])).toEqual([
    ...expected,
    update('images/2/'),
    'Delete images/1030/',
  ])
})

const update = (path: string): string => `Update ${path}`

test('calls hidden objects deleted, and never tells of what was not public', async () => {
  await using community = await openCommunity()
  const { seed } = community
  const moderator = await community.person({ staff: true, scopes: ['moderate'] })
  const read = async () =>
    describeAll(await walk(community, 'next', (await readStream(community)).first))
  expect(await read()).toEqual([])
  const collection = await seed.collection()
  await seed.image({ collection_id: collection })
  await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  await moderator.send('PATCH', `/collections/${collection}/`, { public: false })
  expect((await read()).toSorted()).toEqual(
    [
      'Delete collections/1/',
      'Delete images/1/',
      update('sources/1/'),
      update('sources/2/'),
    ].toSorted(),
  )
})

test('answers as linked data, and 404 for pages that it never linked', async () => {
  await using community = await openCommunity()
  const { seed, server } = community
  await seed.images(
    await seed.collection(),
    Array.from({ length: 1001 }, (_, index) => index + 1),
  )
  const response = await server.fetch('/iiif/changes/')
  expect(response.headers.get('Content-Type')).toBe(`application/ld+json;profile="${CONTEXT}"`)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const all = `0-${Number.MAX_SAFE_INTEGER}`
  for (const address of [all, '2-1', '-1-1', '1', 'a-b', '00-1', '1-9999999999999999'])
    expect([address, (await server.fetch(`/iiif/changes/${address}/`)).status]).toEqual([
      address,
      404,
    ])
})
