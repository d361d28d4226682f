import { afterAll, describe, expect, test } from 'vitest'
import type { Image } from '../../src/core/contract/image.ts'
import { computeBounds } from '../../src/core/edtf/bounds.ts'
import { parseEdtf } from '../../src/core/edtf/parse.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const dated = (edtf_date: string) => {
  const { strictFrom, strictTo, fuzzyFrom, fuzzyTo } = computeBounds(parseEdtf(edtf_date))
  const bounds = { strict_from: strictFrom, strict_to: strictTo }
  return { edtf_date, ...bounds, fuzzy_from: fuzzyFrom, fuzzy_to: fuzzyTo }
}

const town = await seed.source()
const bridge = await seed.collection({ source_id: town })
const market = await seed.collection({ source_id: town })
const lake = await seed.collection()
const about1920 = await seed.image({
  collection_id: bridge,
  creator: 'Élise ŞAHİN',
  ...dated('1920~'),
})
const forties = await seed.image({
  collection_id: bridge,
  creator: '100% Foto_Haus',
  ...dated('194X'),
})
const before1906 = await seed.image({
  collection_id: market,
  creator: 'Foto Haus',
  ...dated('../1906'),
})
const undated = await seed.image({ collection_id: lake, from_above: 1 })
const exact = await seed.image({ collection_id: lake, from_above: 1, ...dated('1932-05-01') })
const tower = await seed.subject({ kb_id: 'Q7' })
const river = await seed.subject({ kb_id: 'Q8' })
await seed.tag(about1920, tower, river)
await seed.tag(exact, river)
const user_id = await seed.user()
await seed.point(about1920, { user_id })
await seed.point(undated, { user_id })
await seed.area(exact, { user_id })

const everything = [exact, undated, before1906, forties, about1920]
const ids = async (query: string, headers = {}): Promise<number[]> =>
  (await server.get(`/api/v2/images/?${query}`, { headers })).results.map(
    ({ id }: { id: number }) => id,
  )

test('reports every invalid filter at once', async () => {
  const response = await server.fetch(
    '/api/v2/images/?source=a&collection=1,b&subject=c&year_min=old&year_max=1.5.0&georeferenced=maybe&from_above=2',
  )
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    source: ['Enter whole numbers, separated by commas.'],
    collection: ['Enter whole numbers, separated by commas.'],
    year_min: ['Enter a number.'],
    year_max: ['Enter a number.'],
    georeferenced: ['Enter true or false, or 1 or 0.'],
    from_above: ['Enter true or false, or 1 or 0.'],
  })
})

test.each(['constructor', 'yes', 'null', '01', 't', 'true,false'])(
  'rejects %j as a boolean',
  async (word) => {
    const response = await server.fetch(`/api/v2/images/?from_above=${word}`)
    expect(response.status).toBe(400)
    expect(Object.keys(await response.json())).toEqual(['from_above'])
  },
)

test.each(['', 'unknown=1', 'source=&creator=&year_min=&georeferenced=&in_bbox=x', 'Source=x'])(
  '%j filters nothing',
  async (query) => expect(await ids(query)).toEqual(everything),
)

test.each([
  ['year_min=1921', [exact, forties, about1920]],
  ['year_min=1922', [exact, forties]],
  ['year_max=1919', [before1906, about1920]],
  ['year_max=1918', [before1906]],
  ['year_min=1930&year_max=1949', [exact, forties]],
  ['year_min=1933&year_max=1939', []],
  ['year_min=1949', [forties]],
  ['year_min=-300&year_max=-200', [before1906]],
  ['year_min=1950&year_max=1900', []],
  ['year_min=999999999999999', []],
  ['year_max=-999999999999999', [before1906]],
])('filters dates by their fuzzy bounds: %s', async (query, expected) => {
  expect(await ids(query)).toEqual(expected)
})

test.each([
  ['foto', [before1906, forties]],
  ['FOTO H', [before1906]],
  ['%', [forties]],
  ['_', [forties]],
  ['0% f', [forties]],
  ['élise', [about1920]],
  ['E\u0301LISE ş', [about1920]],
  ['elise', []],
  ["'; drop table image; --", []],
  ['\\', []],
  ['foto\0', []],
])('matches a part of the creator: %j', async (part, expected) => {
  expect(await ids(`creator=${encodeURIComponent(part)}`)).toEqual(expected)
})

test.each([
  ['true', [exact, about1920]],
  ['TRUE', [exact, about1920]],
  ['1', [exact, about1920]],
  ['False', [undated, before1906, forties]],
  ['0', [undated, before1906, forties]],
])(
  'georeferenced=%s considers the kind of georeference that fits the image',
  async (flag, expected) => {
    expect(await ids(`georeferenced=${flag}`)).toEqual(expected)
  },
)

test.each([
  [`source=${town}`, [before1906, forties, about1920]],
  [`collection=${market},${lake}`, [exact, undated, before1906]],
  [`source=${town}&collection=${lake}`, []],
  [`subject=${tower}`, [about1920]],
  [`subject=Q8`, [exact, about1920]],
  [`subject=q8`, []],
  [`subject=Q8%00`, []],
  [`subject=${tower},Q8,nothing`, [exact, about1920]],
  ['year_min=1931.5&year_max=1932.0', [exact]],
  ['year_min=1932.0&year_max=1932.5', [exact]],
  ['year_min=1932.5&year_max=19.33e2', []],
  ['year_max=1931.9&year_min=1931.1', []],
  ['from_above=1', [exact, undated]],
  ['from_above=false', [before1906, forties, about1920]],
  [`subject=Q8&from_above=tRuE&georeferenced=true&year_min=1930&source=${town}`, []],
  [`subject=Q8&from_above=true&georeferenced=true&year_min=1930&collection=${lake}`, [exact]],
])('%s', async (query, expected) => {
  expect(await ids(query)).toEqual(expected)
})

const importer = bearer(await issueToken(server, { staff: true, scopes: ['import'], userId: 1 }))

test('filters by reference and digest for importers only', async () => {
  const collection_id = await seed.collection({ public: 0 })
  const imported = await seed.image({ collection_id, reference_id: 'A 7, 1' })
  await seed.file(imported, Buffer.from('picture'))
  const { sha256 } = await server.get(`/api/v2/images/${imported}/`, { headers: importer })
  expect(await ids('reference_id=A 7, 1', importer)).toEqual([imported])
  expect(await ids('reference_id=A 7', importer)).toEqual([])
  expect(await ids(`sha256=${sha256.toUpperCase()}`, importer)).toEqual([imported])
  expect(await ids(`sha256=${'0'.repeat(64)}`, importer)).toEqual([])
  expect(await ids(`reference_id=nothing&sha256=${sha256}`)).toEqual(everything)
})

describe('filters by many values', async () => {
  const collection_id = await seed.collection({ public: 0 })
  const referenced: Record<string, number> = {}
  for (const reference_id of ['A', 'B', 'A,B', 'Ü 1', '100%', '50%2C', '%41']) {
    referenced[reference_id] = await seed.image({ collection_id, reference_id })
  }
  const found = async (values: string[]): Promise<number[]> => {
    const list = values.map(encodeURIComponent).join(',')
    const query = new URLSearchParams({ reference_id: list, ordering: 'order' })
    return ids(query.toString(), importer)
  }
  const raw = (text: string) =>
    ids(new URLSearchParams({ reference_id: text, ordering: 'order' }).toString(), importer)
  const numbers = (...references: string[]) => references.map((one) => referenced[one])

  test('match any of the values, with any characters', async () => {
    expect(await found(['A', 'B', 'unknown'])).toEqual(numbers('A', 'B'))
    expect(await found(['A,B'])).toEqual(numbers('A,B'))
    expect(await found(Object.keys(referenced))).toEqual(numbers(...Object.keys(referenced)))
    expect(await found(['A', 'A'])).toEqual(numbers('A'))
  })

  test('split at unescaped commas and take a malformed escape literally', async () => {
    expect(await raw('A,B')).toEqual(numbers('A', 'B'))
    expect(await raw(' A , ,B,')).toEqual(numbers('A', 'B'))
    expect(await raw('100%,Ü 1')).toEqual(numbers('Ü 1', '100%'))
    expect(await raw('%ff,100%25,%')).toEqual(numbers('100%'))
  })

  test('add the reference and the digest of each image, for importers only', async () => {
    const file = await seed.image({ collection_id: await seed.collection() })
    await seed.file(file, Buffer.from('another picture'))
    const page = await server.get('/api/v2/images/?reference_id=A,B&ordering=order', {
      headers: importer,
    })
    expect(page.results.map((image: Image) => [image.reference_id, image.sha256])).toEqual([
      ['A', null],
      ['B', null],
    ])
    const { sha256 } = await server.get(`/api/v2/images/${file}/`, { headers: importer })
    const digests = `${'0'.repeat(64)},${sha256}`
    expect(await ids(`sha256=${digests}`, importer)).toEqual([file])
    for (const image of (await server.get('/api/v2/images/')).results) {
      expect(image).not.toHaveProperty('sha256')
      expect(image).not.toHaveProperty('reference_id')
    }
  })

  test('take at most 100 values, from importers', async () => {
    const values = Array.from({ length: 100 }, (_, n) => `N-${n}`)
    expect(await found([...values.slice(1), 'A'])).toEqual(numbers('A'))
    const query = `reference_id=${values.join(',')},A&sha256=${values.join(',')},A`
    const refused = await server.fetch(`/api/v2/images/?${query}`, { headers: importer })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({
      reference_id: ['Enter at most 100 values, separated by commas.'],
      sha256: ['Enter at most 100 values, separated by commas.'],
    })
    expect((await server.fetch(`/api/v2/images/?${query}`)).status).toBe(200)
  })
})
