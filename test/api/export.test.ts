import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const POINTS = '/api/v2/georeferences/export/'
const AREAS = '/api/v2/from-above-georeferences/export/'
const IMAGES = '/api/v2/images/export/'

const license_id = await seed.license({ name: 'cc0', permalink: 'https://license.example/' })
const bridge = await seed.image({
  license_id,
  edtf_date: '1912-05',
  creator: 'Ada',
  description: 'At dawn.',
  reference_id: 'A-1',
})
await seed.file(bridge, Buffer.from('bytes'))
const hiddenCollection = await seed.collection({ name: 'Hidden', public: 0 })
const hidden = await seed.image({ collection_id: hiddenCollection, from_above: 1 })
await seed.file(hidden, Buffer.from('hidden'))
await seed.tag(bridge, await seed.subject())
const onBridge = await seed.point(bridge)
await seed.point(hidden, { longitude: 179.5 })
const overHidden = await seed.area(hidden)
const importer = bearer(await issueToken(server, { staff: true, scopes: ['read', 'import'] }))

/** Requests an export, and returns its lines. */
async function exportLines(path: string, headers: Record<string, string> = {}) {
  const response = await server.fetch(path, { headers })
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => JSON.parse(line))
}

test.each([
  ['bbox=1,2,3', { detail: 'bbox should be four numbers, west,south,east,north.' }],
  ['bbox=0,0,1,1&in_bbox=0,0,1,1', { bbox: ['Use either bbox or in_bbox, not both.'] }],
  [
    'image=a&with=comments',
    { image: ['Enter whole numbers, separated by commas.'], with: ['The only value is image.'] },
  ],
])('rejects %s', async (query, body) => {
  const response = await server.fetch(`${POINTS}?${query}`)
  expect([response.status, await response.json()]).toEqual([400, body])
  expect(response.headers.get('Content-Type')).toBe('application/json')
})

test('ends with a line that has the number of items', async () => {
  expect(await exportLines(POINTS)).toEqual([
    expect.objectContaining({ type: 'Feature', id: onBridge }),
    { type: 'ExportEnd', count: 1 },
  ])
  expect(await exportLines(`${POINTS}?image=999`)).toEqual([{ type: 'ExportEnd', count: 0 }])
})

test.each([
  [undefined, 'application/x-ndjson', ''],
  ['*/*', 'application/x-ndjson', ''],
  ['image/png', 'application/x-ndjson', ''],
  ['application/geo+json-seq', 'application/geo+json-seq', '\u001E'],
  ['application/geo+json-seq;q=0.5, application/x-ndjson', 'application/x-ndjson', ''],
])('answers Accept %j with %s', async (accept, type, start) => {
  const response = await server.fetch(POINTS, { headers: accept ? { Accept: accept } : {} })
  expect(response.headers.get('Content-Type')).toBe(type)
  const values = (await response.text()).split('\n').slice(0, -1)
  expect(values.map((value) => value.startsWith(`${start}{`))).toEqual([true, true])
})

test('exports images as a sequence of JSON texts', async () => {
  const response = await server.fetch(IMAGES, { headers: { Accept: 'application/json-seq' } })
  expect(response.headers.get('Content-Type')).toBe('application/json-seq')
  const text = await response.text()
  expect(text.startsWith('\u001E{"id":1,')).toBe(true)
  expect(text.endsWith('\n\u001E{"type":"ExportEnd","count":1}\n')).toBe(true)
})

test('must not be cached, can be read by any website, and may be compressed', async () => {
  const response = await server.fetch(POINTS, { headers: { 'Accept-Encoding': 'gzip' } })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding, Accept, Authorization',
  })
  expect(response.headers.has('etag')).toBe(false)
  expect(await response.text()).toContain('"ExportEnd"')
})

test('importers export what is not public', async () => {
  for (const [path, all] of [
    [POINTS, 2],
    [AREAS, 1],
    [IMAGES, 2],
  ] as const) {
    expect((await exportLines(path)).at(-1)).toEqual({ type: 'ExportEnd', count: all - 1 })
    expect((await exportLines(path, importer)).at(-1)).toEqual({ type: 'ExportEnd', count: all })
  }
  const [image] = await exportLines(`${IMAGES}?reference_id=A-1`, importer)
  expect(image).toMatchObject({ id: bridge, reference_id: 'A-1' })
  // An unknown parameter for others.
  expect(await exportLines(`${IMAGES}?reference_id=none`)).toHaveLength(2)
})

test('adds the image to the properties of its georeference', async () => {
  const [feature] = await exportLines(`${POINTS}?with=image`)
  const detail = await server.get(`/api/v2/images/${bridge}/`)
  expect(feature.properties).toMatchObject({
    image_title: detail.title,
    image_description: 'At dawn.',
    image_creator: 'Ada',
    image_edtf_date: '1912-05',
    image_date_display: detail.date_display,
    image_permalink: detail.permalink,
    image_detail_url: detail.detail_url,
    image_license_name: 'cc0',
    image_license_permalink: 'https://license.example/',
    image_collection_id: detail.collection.id,
    image_source_name: detail.collection.source_name,
  })
  expect(feature.properties).not.toHaveProperty('image_reference_id')
})

test('the URL of a file that is not public contains the key of the importer', async () => {
  const [feature] = await exportLines(`${AREAS}?with=image`, importer)
  const detail = await server.get(`/api/v2/images/${hidden}/`, { headers: importer })
  expect(feature).toMatchObject({ id: overHidden, properties: { image_reference_id: null } })
  expect(feature.properties.image_permalink).toBe(detail.permalink)
  expect((await server.fetch(detail.permalink)).status).toBe(200)
})
