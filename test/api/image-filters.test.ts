import { afterAll, expect, test } from 'vitest'
import { edtfBounds } from '../../src/core/model/edtf/bounds.ts'
import { parseEdtf } from '../../src/core/model/edtf/parse.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const dated = (edtf_date: string) => {
  const { strictFrom, strictTo, fuzzyFrom, fuzzyTo } = edtfBounds(parseEdtf(edtf_date))
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

test('all that is wrong with the filters is told at once', async () => {
  const response = await server.fetch(
    '/api/v2/images/?source=a&collection=1,b&subject=c&year_min=old&year_max=1.5&georeferenced=maybe&from_above=2',
  )
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    source: ['Enter whole numbers, separated by commas.'],
    collection: ['Enter whole numbers, separated by commas.'],
    year_min: ['Enter a whole number.'],
    year_max: ['Enter a whole number.'],
    georeferenced: ['Enter true or false, or 1 or 0.'],
    from_above: ['Enter true or false, or 1 or 0.'],
  })
})

test.each(['constructor', 'yes', 'null', '01', 't', 'true,false'])(
  '%j is neither true nor false',
  async (word) => {
    const response = await server.fetch(`/api/v2/images/?from_above=${word}`)
    expect(response.status).toBe(400)
    expect(Object.keys(await response.json())).toEqual(['from_above'])
  },
)

test.each(['', 'unknown=1', 'source=&creator=&year_min=&georeferenced=&in_bbox=x', 'Source=x'])(
  '%j asks for nothing',
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
])('of the dates with their doubts, %s', async (query, expected) => {
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
])('a part of the creator: %j', async (part, expected) => {
  expect(await ids(`creator=${encodeURIComponent(part)}`)).toEqual(expected)
})

test.each([
  ['true', [exact, about1920]],
  ['TRUE', [exact, about1920]],
  ['1', [exact, about1920]],
  ['False', [undated, before1906, forties]],
  ['0', [undated, before1906, forties]],
])('georeferenced=%s goes by the kind that counts', async (flag, expected) => {
  expect(await ids(`georeferenced=${flag}`)).toEqual(expected)
})

test.each([
  [`source=${town}`, [before1906, forties, about1920]],
  [`collection=${market},${lake}`, [exact, undated, before1906]],
  [`source=${town}&collection=${lake}`, []],
  [`subject=${tower}`, [about1920]],
  [`subject=Q8`, [exact, about1920]],
  [`subject=q8`, []],
  [`subject=${tower},Q8,nothing`, [exact, about1920]],
  ['from_above=1', [exact, undated]],
  ['from_above=false', [before1906, forties, about1920]],
  [`subject=Q8&from_above=tRuE&georeferenced=true&year_min=1930&source=${town}`, []],
  [`subject=Q8&from_above=true&georeferenced=true&year_min=1930&collection=${lake}`, [exact]],
])('%s', async (query, expected) => {
  expect(await ids(query)).toEqual(expected)
})

test('an interrupted import is found again by reference or file, by importers only', async () => {
  const collection_id = await seed.collection({ public: 0 })
  const imported = await seed.image({ collection_id, reference_id: 'A 7, 1' })
  await seed.file(imported, Buffer.from('picture'))
  const importer = bearer(await issueToken(server, { staff: true, scopes: ['import'], userId: 1 }))
  const { sha256 } = await server.get(`/api/v2/images/${imported}/`, { headers: importer })
  expect(await ids('reference_id=A 7, 1', importer)).toEqual([imported])
  expect(await ids('reference_id=A 7', importer)).toEqual([])
  expect(await ids(`sha256=${sha256.toUpperCase()}`, importer)).toEqual([imported])
  expect(await ids(`sha256=${'0'.repeat(64)}`, importer)).toEqual([])
  expect(await ids(`reference_id=nothing&sha256=${sha256}`)).toEqual(everything)
})
