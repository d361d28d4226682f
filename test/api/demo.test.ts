import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { changesPage } from '../../src/core/contract/changes.ts'
import { collectionList } from '../../src/core/contract/collection.ts'
import { imageDetail, imageList, type Image } from '../../src/core/contract/image.ts'
import { sourceList } from '../../src/core/contract/source.ts'
import { loadDump } from '../../src/core/dump/load.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'
import { pauseQueue } from '../support/queue.ts'

const DEMO = new URL('../../fixtures/demo/', import.meta.url).pathname

interface Line {
  type: string
  id: number
  file?: { path: string; content_type: string }
}

const lines = readFileSync(`${DEMO}catalog.ndjson`, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Line)
const ofType = (type: string): Line[] => lines.filter((line) => line.type === type)

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
// No test here reads derivatives.
await pauseQueue(server)
await loadDump(server.catalog, DEMO, { acceptStaff: true })
const importer = bearer(
  await issueToken(server, { userId: 987_654, staff: true, scopes: ['read', 'import'] }),
)

async function everyImage(headers: Record<string, string>): Promise<Image[]> {
  const met: Image[] = []
  let address: string | null = '/api/v2/images/?page_size=17&ordering=title'
  while (address) {
    const page = imageList.parse(await server.get(address, { headers }))
    met.push(...page.results)
    address = page.next
  }
  return met
}

test('reads every object of the demo, and each matches its schema', async () => {
  const images = await everyImage(importer)
  expect(images.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
    ofType('image').map(({ id }) => id),
  )
  for (const { detail_url } of images) {
    imageDetail.parse(await server.get(detail_url, { headers: importer }))
  }
  const sources = sourceList.parse(await server.get('/api/v2/sources/', { headers: importer }))
  expect(sources.count).toBe(ofType('source').length)
  const collections = collectionList.parse(
    await server.get('/api/v2/collections/', { headers: importer }),
  )
  expect(collections.count).toBe(ofType('collection').length)
})

test('shows the public a part of the demo, with consistent counts', async () => {
  const images = await everyImage({})
  expect(images.length).toBeLessThan(ofType('image').length)
  const { results } = collectionList.parse(await server.get('/api/v2/collections/'))
  const counted = results.map(({ image_count }) => image_count)
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(images.length)
  const fit = images.filter(({ georeference_status: status }) =>
    ['available', 'georeferenced'].includes(status),
  )
  const placed = fit.filter(({ georeference_status: status }) => status === 'georeferenced')
  const { low, medium, high } = (await server.get('/api/v2/stats/')).confidence_breakdown
  expect(await server.get('/api/v2/stats/')).toMatchObject({
    total_images: fit.length,
    georeferenced_images: placed.length,
  })
  expect(low + medium + high).toBe(placed.length)
})

test('serves every original with the bytes of the dump', async () => {
  for (const { id, file } of ofType('image').filter(({ file }) => file)) {
    const { permalink, sha256 } = await server.get(`/api/v2/images/${id}/`, { headers: importer })
    const address = permalink.includes('/derivatives/') ? undefined : permalink
    const bytes = readFileSync(`${DEMO}files/${file!.path}`)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    if (!address) continue
    const response = await server.fetch(address)
    expect(response.headers.get('Content-Type')).toBe(file!.content_type)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

/** Everyone may copy these. A field that dumps get later belongs here only if everyone sees it elsewhere. */
const PUBLIC_FIELDS = {
  collection: 'announced_at description id name public slug source url',
  from_above_georeference:
    'confidence confidence_notes georeferenced_at georeferenced_by id image polygon',
  georeference:
    'confidence confidence_notes direction georeferenced_at georeferenced_by id image latitude longitude',
  image:
    'collection created_at creator description duplicate_of edtf_date file from_above id license mirror order original_date original_url rotation scale title will_not_georef',
  license: 'display_name id name permalink',
  source: 'description id name public slug url',
  subject: 'description id kb slug title',
  subject_geometry: 'geometry map_id subject',
  subject_tag: 'image position subject tagged_at tagged_by',
  user: 'id is_staff username',
  validation: 'from_above_georeference georeference id notes validated_at validated_by validation',
}

test('lists changes with the fields that everyone sees, and no others', async () => {
  const fields: Record<string, Set<string>> = {}
  for (let cursor = '', isAtEnd = false; !isAtEnd;) {
    const page = changesPage.parse(
      await server.get(`/api/v2/changes/?with=lines&limit=200&after=${cursor}`),
    )
    for (const { type, ...line } of page.results.flatMap((change) => change.lines ?? [])) {
      fields[type] = new Set([...(fields[type] ?? []), ...Object.keys(line)])
    }
    ;({ cursor } = page)
    isAtEnd = page.results.length === 0
  }
  const sorted = Object.entries(fields).map(([type, names]) => [
    type,
    [...names].toSorted().join(' '),
  ])
  expect(Object.fromEntries(sorted)).toEqual(PUBLIC_FIELDS)
})
