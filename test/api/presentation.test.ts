import { afterAll, expect, test } from 'vitest'
import { dateColumns } from '../../src/core/database/date-columns.ts'
import { findPresentationProblems } from '../support/presentation-checker.ts'
import { createSeed } from '../support/seed.ts'
import { LOWEST_CHARACTER } from '../support/test-postgres.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'
import { COMBINATIONS, LEVEL_0, LEVEL_1, LEVEL_2 } from '../unit/core/edtf/standard-examples.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const importer = bearer(await issueToken(server, { staff: true, scopes: ['read', 'import'] }))
const source_id = await seed.source({ name: 'Town archive' })
const collection_id = await seed.collection({ source_id, name: 'Album 3' })

const address = (id: number) => `${server.baseUrl}/iiif/presentation/3/images/${id}/`

/** Requests a manifest, and checks it. */
async function getManifest(id: number, headers: Record<string, string> = {}) {
  const manifest = await server.get(address(id), { headers })
  expect(findPresentationProblems(manifest, server.baseUrl)).toEqual([])
  return manifest
}

/** Returns the values of a metadata entry. */
function valuesOf(manifest: { metadata: Entry[] }, label: string): string[] | undefined {
  const entry = manifest.metadata.find((one) => one.label.en?.[0] === label)
  return entry && Object.values(entry.value).flat()
}

type Entry = Record<'label' | 'value', Record<string, string[]>>

const TILES = { tiles_generation: 'generationTwo0000', tiles_of: 'x' }

test('a manifest shows what is known of an image', async () => {
  const license_id = await seed.license({
    display_name: 'CC BY 4.0',
    permalink: 'https://creativecommons.org/licenses/by/4.0/deed.en',
  })
  const id = await seed.image({
    collection_id,
    license_id,
    title: 'Market square',
    description: 'Looking east,\non a market day.',
    creator: 'A. Painter',
    original_date: 'about 1912',
    ...dateColumns('1912-05~'),
    original_url: 'https://archive.example.org/?album=3&page=17',
    scale: '1:500',
  })
  await seed.tag(
    id,
    await seed.subject({ title: 'Old bridge' }),
    await seed.subject({ title: 'River' }),
  )
  const version = await seed.file(id, Buffer.from('bytes'), 'image/tiff', 'tif')
  const manifest = await getManifest(id)
  const { baseUrl } = server
  expect(manifest).toMatchObject({
    id: address(id),
    label: { none: ['Market square'] },
    summary: { none: ['Looking east,\non a market day.'] },
    requiredStatement: {
      label: { en: ['Attribution'] },
      value: {
        none: [
          'A. Painter',
          'Town archive',
          '<a href="https://creativecommons.org/licenses/by/4.0/deed.en">CC BY 4.0</a>',
        ],
      },
    },
    rights: 'http://creativecommons.org/licenses/by/4.0/',
    navDate: '1912-05-01T00:00:00Z',
    provider: [
      { label: { none: ['Town archive'] }, homepage: [{ id: 'https://source.example/' }] },
    ],
    homepage: [{ id: `${baseUrl}/${id}/`, format: 'text/html' }],
    seeAlso: [
      {
        id: `${baseUrl}/api/v2/images/${id}/`,
        format: 'application/json',
        profile: `${baseUrl}/api/v2/openapi.json`,
      },
    ],
    rendering: [
      { id: `${baseUrl}/media/images/${id}/original.tif?v=${version}`, format: 'image/tiff' },
    ],
    partOf: [
      {
        id: `${baseUrl}/iiif/presentation/3/collections/${collection_id}/`,
        label: { none: ['Album 3'] },
      },
    ],
  })
  expect(valuesOf(manifest, 'Creator')).toEqual(['A. Painter'])
  expect(valuesOf(manifest, 'Date')).toEqual(['c. May 1912'])
  expect(valuesOf(manifest, 'Date as recorded')).toEqual(['about 1912'])
  expect(valuesOf(manifest, 'Source')).toEqual(['Town archive'])
  expect(valuesOf(manifest, 'Collection')).toEqual(['Album 3'])
  expect(valuesOf(manifest, 'Subjects')).toEqual(['Old bridge', 'River'])
  expect(valuesOf(manifest, 'Scale')).toEqual(['1:500'])
  expect(valuesOf(manifest, 'Record of the source')).toEqual([
    '<a href="https://archive.example.org/?album=3&amp;page=17">https://archive.example.org/?album=3&amp;page=17</a>',
  ])
})

test('a manifest leaves out what is not known', async () => {
  const id = await seed.image({
    collection_id: await seed.collection({ source_id: await seed.source({ url: '' }) }),
    title: 'Untitled',
    description: '',
    creator: ' ',
    original_url: 'javascript:alert(1)',
    license_id: await seed.license({ permalink: 'https://licenses.example/own/' }),
  })
  const manifest = await getManifest(id)
  for (const name of ['summary', 'rights', 'navDate', 'navPlace', 'rendering', 'thumbnail']) {
    expect(manifest).not.toHaveProperty(name)
  }
  expect(manifest.provider[0]).not.toHaveProperty('homepage')
  expect(manifest.metadata).toHaveLength(2)
})

test('the canvas has the size of the corrected picture, and its services', async () => {
  const id = await seed.image({ collection_id, ...TILES, tiles_width: 6000, tiles_height: 4000 })
  const { items, thumbnail } = await getManifest(id)
  const [canvas] = items
  expect(canvas).toMatchObject({ width: 6000, height: 4000, label: { none: [`Image ${id}`] } })
  const { body } = canvas.items[0].items[0]
  const name = `${id}-generationTwo0000`
  expect(body).toMatchObject({
    id: `${server.baseUrl}/iiif/3/${name}/full/max/0/default.jpg`,
    width: 6000,
    height: 4000,
    service: [
      { id: `${server.baseUrl}/iiif/3/${name}`, type: 'ImageService3', profile: 'level2' },
      { '@id': `${server.baseUrl}/iiif/2/${name}`, '@type': 'ImageService2' },
    ],
  })
  expect(thumbnail).toEqual([
    expect.objectContaining({
      id: `${server.baseUrl}/iiif/3/${name}/full/375,250/0/default.jpg`,
      width: 375,
      height: 250,
      service: body.service,
    }),
  ])
})

test('the painted picture is as large as the service allows', async () => {
  const id = await seed.image({
    collection_id,
    ...TILES,
    tiles_width: 20_000,
    tiles_height: 10_000,
  })
  const { items } = await getManifest(id)
  expect(items[0]).toMatchObject({ width: 20_000, height: 10_000 })
  const { width, height } = items[0].items[0].items[0].body
  expect([width, height]).toEqual([7070, 3535])
})

test.each([
  ['without a file', {}],
  ['with a thumbnail', { generation: 'generationOne0000' }],
])('an image %s has a placeholder until it has tiles', async (_, columns) => {
  const id = await seed.image({ collection_id, ...columns })
  const { items, thumbnail } = await getManifest(id)
  expect(items[0].label).toEqual({ en: ['The picture is not available yet.'] })
  const { body } = items[0].items[0].items[0]
  const placeholder = await server.fetch(body.id)
  expect(placeholder.headers.get('Content-Type')).toBe(body.format)
  expect(placeholder.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(thumbnail?.[0]?.id).toBe(
    'generation' in columns
      ? `${server.baseUrl}/media/derivatives/${id}/generationOne0000/thumbnail.jpg`
      : undefined,
  )
})

test('a damaged file shows what could be decoded', async () => {
  const id = await seed.image({ collection_id, ...TILES, tiles_width: 1, tiles_height: 1 })
  await seed.change(id, { generation: 'generationOne0000', generation_damage: 'Cut off.' })
  const { items } = await getManifest(id)
  expect(items[0]).toMatchObject({ width: 1, height: 1 })
})

/** navDate begins where the date may begin, if four digits can express the year. */
test('every kind of date gives a valid manifest', async () => {
  for (const text of [...LEVEL_0, ...LEVEL_1, ...LEVEL_2, ...COMBINATIONS]) {
    const columns = dateColumns(text)
    const id = await seed.image({ collection_id, ...columns })
    const { navDate } = await getManifest(id)
    const first = columns.strict_from ?? Number.NaN
    const isKnown = first >= -719_162 && first <= 2_932_896
    const day = isKnown ? new Date(first * 86_400_000).toISOString() : undefined
    expect(navDate, text).toBe(day?.replace('.000Z', 'Z'))
  }
})

test.each([
  ['1912', '1912-01-01T00:00:00Z', '1912'],
  ['1912-05-03', '1912-05-03T00:00:00Z', '3 May 1912'],
  ['1908/1912', '1908-01-01T00:00:00Z', '1908–1912'],
  ['1908/..', '1908-01-01T00:00:00Z', 'after 1908'],
  ['191X', '1910-01-01T00:00:00Z', '1910s'],
  ['1931-21', '1931-03-01T00:00:00Z', 'spring 1931'],
  ['../1912', undefined, 'before 1912'],
  ['/1912', undefined, 'from an unknown date to 1912'],
  ['[..1912]', undefined, '1912 or earlier'],
  ['XXXX', undefined, 'Unknown date'],
  ['-0044-03-15', undefined, '15 March 45 BC'],
  ['0000', undefined, '1 BC'],
  ['Y170000002', undefined, 'year 170,000,002'],
])('the date %s has the navDate %s', async (text, navDate, words) => {
  const manifest = await getManifest(await seed.image({ collection_id, ...dateColumns(text) }))
  expect(manifest.navDate).toBe(navDate)
  expect(valuesOf(manifest, 'Date')).toEqual([words])
})

test('navPlace is the newest point', async () => {
  const id = await seed.image({ collection_id })
  await seed.point(id, { created_at: 2, latitude: -33.9, longitude: 18.4 })
  await seed.point(id, { created_at: 1, latitude: 0, longitude: 0 })
  const { navPlace } = await getManifest(id)
  const [feature] = navPlace.features
  expect(feature.geometry).toEqual({ type: 'Point', coordinates: [18.4, -33.9] })
  expect((await server.get(feature.id)).geometry).toEqual(feature.geometry)
})

test('navPlace of an image from above is the newest area, else a point', async () => {
  const id = await seed.image({ collection_id, from_above: 1 })
  await seed.point(id)
  const before = await getManifest(id)
  expect(before.navPlace.features[0].geometry.type).toBe('Point')
  await seed.area(id)
  const { navPlace } = await getManifest(id)
  const [feature] = navPlace.features
  expect(feature.geometry.type).toBe('Polygon')
  expect(feature.geometry.coordinates[0]).toContainEqual([7.5, 47.6])
  expect((await server.get(feature.id)).geometry).toEqual(feature.geometry)
})

test.each([
  '<script>alert(1)</script>',
  '<p>Not <b>closed',
  '</span><img src=x onerror=alert(1)>',
  '\u202egnp.exe\u2066 isolated',
  'a & b &lt;c&gt; "d" \'e\'',
  `${LOWEST_CHARACTER}\u0007\ud800 broken`,
  ' < ',
  '😀'.repeat(500),
])('the text %j stays text', async (text) => {
  const id = await seed.image({
    collection_id: await seed.collection({ name: text, description: text, url: text }),
    title: text,
    description: text,
    creator: text,
    original_date: text,
    original_url: `https://archive.example.org/${text}`,
    scale: text,
    license_id: await seed.license({ display_name: text, permalink: `https://x.example/${text}` }),
  })
  await seed.tag(id, await seed.subject({ title: text, slug: `slug-${id}` }))
  const manifest = await getManifest(id)
  const [creator = ''] = valuesOf(manifest, 'Creator')!
  expect(readText(creator)).toBe(text.toWellFormed())
  const collection = await server.get(manifest.partOf[0].id)
  expect(findPresentationProblems(collection, server.baseUrl)).toEqual([])
})

/** Reads a value as viewers do: Presentation API 3.0, 4.5. */
function readText(value: string): string {
  const entities = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'" }
  if (!/^<.*>$/s.test(value)) return value
  return value
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&[^;]+;/g, (entity) => entities[entity as keyof typeof entities])
}

const LD = 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"'

test.each([
  [undefined, LD],
  ['*/*', LD],
  ['application/ld+json', LD],
  [LD, LD],
  ['application/json', 'application/json'],
  ['application/json;q=0.5, application/ld+json;q=0.9', LD],
  ['application/json, application/ld+json;q=0.9', 'application/json'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', LD],
  ['image/png', LD],
])('Accept %s is answered with %s', async (accept, type) => {
  const id = await seed.image({ collection_id })
  for (const path of [address(id), `${server.baseUrl}/iiif/presentation/3/`]) {
    const response = await server.fetch(path, accept === undefined ? {} : { headers: { accept } })
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(response.headers.get('Vary')).toMatch(/Accept\b(?!-)/)
  }
})

test('a manifest is revalidated by its ETag, from any origin', async () => {
  const id = await seed.image({ collection_id })
  const first = await server.fetch(address(id))
  expect(first.headers.get('Cache-Control')).toBe('public, no-cache')
  const tag = first.headers.get('ETag')!
  const again = await server.fetch(address(id), { headers: { 'If-None-Match': tag } })
  expect(again.status).toBe(304)
  expect(again.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const head = await server.fetch(address(id), { method: 'HEAD' })
  expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, ''])
  await seed.change(id, { title: 'Another title' })
  const changed = await server.fetch(address(id), { headers: { 'If-None-Match': tag } })
  expect(changed.status).toBe(200)
})

test('the manifest of a non-public image exists for importers only', async () => {
  const hidden = await seed.image({
    collection_id: await seed.collection({ public: 0 }),
    reference_id: 'A-0017',
  })
  const closed = await seed.image({
    collection_id: await seed.collection({ source_id: await seed.source({ public: 0 }) }),
  })
  await seed.file(hidden, Buffer.from('bytes'))
  for (const id of [hidden, closed, 999_999]) {
    for (const headers of [{}, bearer('cat_at_nothing')]) {
      const response = await server.fetch(address(id), { headers })
      expect(response.status).toBe(404)
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(await response.json()).toEqual({ detail: 'Image not found.' })
    }
  }
  const response = await server.fetch(address(hidden), { headers: importer })
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('Vary')).toMatch(/Authorization/)
  const manifest = await getManifest(hidden, importer)
  expect(valuesOf(manifest, 'Reference')).toEqual(['A-0017'])
  expect(manifest).not.toHaveProperty('rendering')
})

test('the reference is for importers only', async () => {
  const id = await seed.image({ collection_id, reference_id: 'A-0018' })
  expect(JSON.stringify(await getManifest(id))).not.toContain('A-0018')
})

test('ids keep the configured base URL with its prefix', async () => {
  await using below = await startTestServer({ baseUrl: 'https://site.example/old', dev: false })
  const id = await createSeed(below).image({ ...TILES, tiles_width: 9, tiles_height: 7 })
  const headers = { 'X-Forwarded-Host': 'evil.example' }
  const response = await fetch(`${below.boundUrl}/iiif/presentation/3/images/${id}/`, { headers })
  expect(findPresentationProblems(await response.json(), 'https://site.example/old')).toEqual([])
})
