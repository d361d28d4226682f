import { afterAll, expect, test } from 'vitest'
import { parseTimestamp } from '../../src/core/base/clock.ts'
import { readXml } from '../support/read-xml.ts'
import { setFilesKnownSince } from '../support/known-files.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const server = await startTestServer({ contact: 'Write to **archive@town.example**.' })
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const { hostname } = new URL(server.baseUrl)
const EVIL = `]]> & <b onclick="x">'single'</b>`

/** 250 images in the large collection, of which one was changed every second; then the others. */
const source = await seed.source({ name: 'Town archive' })
const large = await seed.collection({ source_id: source, name: 'Large' })
const small = await seed.collection({ name: EVIL })
const hidden = await seed.collection({ public: 0 })
const largeIds = Array.from({ length: 250 }, (_, index) => index + 1)
await seed.images(large, largeIds)
const license_id = await seed.license({
  name: 'cc-by',
  display_name: 'CC BY 4.0',
  permalink: 'http://creativecommons.org/licenses/by/4.0/',
})
await seed.image({
  id: 301,
  collection_id: small,
  title: EVIL,
  creator: 'A. Example',
  description: 'Looking east.',
  original_date: 'um 1912',
  edtf_date: '1912~',
  original_url: 'https://archive.example.org/1',
  license_id,
  file_version: 'v1',
  file_type: 'image/tiff',
})
await seed.point(301, { latitude: 47.5, longitude: 7.25 })
await seed.tag(301, await seed.subject({ title: 'Mill' }), await seed.subject({ title: 'Bridge' }))
await seed.image({ id: 302, collection_id: small })
await seed.image({ id: 303, collection_id: small })
await seed.delete('image', 303)
await seed.image({ id: 400, collection_id: hidden, title: 'Secret' })
await seed.setting('site_name', 'Old Town & <co>')

const START = parseTimestamp('2026-02-01T00:00:00Z')!
const changed = [...largeIds, 301, 302, 303]
await server.catalog.write(async (tx) => {
  for (const [seconds, id] of changed.entries()) {
    await tx
      .updateTable('public_change')
      .set({ changed_at: START + seconds * 1_000_000 + 500_000 })
      .where('kind', '=', 'image')
      .where('ref', '=', id)
      .execute()
  }
})
const at = (seconds: number) =>
  `2026-02-01T00:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}Z`

const identifier = (id: number) => `oai:${hostname}:image:${id}`

async function ask(query: string): Promise<string> {
  const response = await server.fetch(`/oai/?${query}`)
  expect([query, response.status]).toEqual([query, 200])
  expect(response.headers.get('Content-Type')).toBe('text/xml; charset=utf-8')
  return response.text()
}

/** Requests all pages of a list. */
async function harvest(query: string): Promise<string[]> {
  const verb = query.slice(0, query.indexOf('&'))
  const pages = [await ask(query)]
  for (;;) {
    const [token] = readXml(pages.at(-1)!, 'resumptionToken')
    if (!token) return pages
    pages.push(await ask(`${verb}&resumptionToken=${encodeURIComponent(token)}`))
  }
}

const idsOf = (pages: string[]) =>
  pages
    .flatMap((page) => readXml(page, 'identifier'))
    .filter((text) => text.startsWith('oai:'))
    .map((text) => Number(text.split(':').at(-1)))

const LIST = 'verb=ListRecords&metadataPrefix=oai_dc'

/** Among them are the wrong requests that the validator of the registry of OAI sends. */
test.each([
  ['', 'badVerb'],
  ['verb=', 'badVerb'],
  ['verb=Nonsense', 'badVerb'],
  ['verb=constructor', 'badVerb'],
  ['verb=Identify&verb=Identify', 'badVerb'],
  ['verb=Identify&set=a', 'badArgument'],
  ['verb=ListMetadataFormats&metadataPrefix=oai_dc', 'badArgument'],
  [`verb=GetRecord&identifier=${identifier(1)}`, 'badArgument'],
  ['verb=GetRecord&metadataPrefix=oai_dc', 'badArgument'],
  [`verb=GetRecord&identifier=${identifier(1)}&metadataPrefix=marc`, 'cannotDisseminateFormat'],
  ['verb=GetRecord&identifier=invalid"id&metadataPrefix=oai_dc', 'idDoesNotExist'],
  ['verb=GetRecord&identifier=oai:other.example:image:1&metadataPrefix=oai_dc', 'idDoesNotExist'],
  [`verb=GetRecord&identifier=${identifier(400)}&metadataPrefix=oai_dc`, 'idDoesNotExist'],
  [`verb=GetRecord&identifier=oai:${hostname}:image:01&metadataPrefix=oai_dc`, 'idDoesNotExist'],
  [`verb=ListMetadataFormats&identifier=${identifier(999)}`, 'idDoesNotExist'],
  ['verb=ListRecords', 'badArgument'],
  ['verb=ListIdentifiers&metadataPrefix=marc', 'cannotDisseminateFormat'],
  ['verb=ListIdentifiers&metadataPrefix=', 'cannotDisseminateFormat'],
  [`${LIST}&metadataPrefix=oai_dc`, 'badArgument'],
  [`${LIST}&nonsense=1`, 'badArgument'],
  [`${LIST}&from=yesterday`, 'badArgument'],
  [`${LIST}&from=2026-02-30`, 'badArgument'],
  [`${LIST}&from=2026-02-01T00:00:00.5Z`, 'badArgument'],
  [`${LIST}&from=2026-02-01T00:00Z`, 'badArgument'],
  [`${LIST}&from=2026-02-01T00:00:00%2B01:00`, 'badArgument'],
  [`${LIST}&until=`, 'badArgument'],
  [`${LIST}&from=2026-02-01&until=2026-02-01T00:00:00Z`, 'badArgument'],
  [`${LIST}&from=2026-02-02&until=2026-02-01`, 'badArgument'],
  [`${LIST}&until=1969-12-31`, 'noRecordsMatch'],
  [`${LIST}&from=2250-01-01`, 'noRecordsMatch'],
  [`${LIST}&set=really_wrong_set`, 'noRecordsMatch'],
  [`${LIST}&set=collection-${hidden}`, 'noRecordsMatch'],
  [`${LIST}&set=source-99`, 'noRecordsMatch'],
  ['verb=ListIdentifiers&metadataPrefix=oai_dc&until=junk', 'badArgument'],
  ['verb=ListIdentifiers&resumptionToken=junk', 'badResumptionToken'],
  ['verb=ListIdentifiers&resumptionToken=junk&until=2000-02-05', 'badArgument'],
  [`${LIST}&resumptionToken=junk&until=1990-01-10`, 'badArgument'],
  ['verb=ListRecords&resumptionToken=', 'badResumptionToken'],
  ['verb=ListRecords&resumptionToken=oai_dc.set.1.2', 'badResumptionToken'],
  ['verb=ListRecords&resumptionToken=marc..9.1', 'badResumptionToken'],
  ['verb=ListRecords&resumptionToken=oai_dc..9999999999999999.1', 'badResumptionToken'],
  ['verb=ListRecords&resumptionToken=oai_dc..9.1&metadataPrefix=oai_dc', 'badArgument'],
  ['verb=ListSets&resumptionToken=oai_dc..9.1', 'badResumptionToken'],
])('answers ?%s with the error %s', async (query, code) => {
  const text = await ask(query)
  expect(readXml(text, 'error')).toHaveLength(1)
  expect(/<error code="(\w+)">/.exec(text)?.[1]).toBe(code)
  // Wrong arguments are not repeated as attributes of the request.
  const isRepeated = !['badVerb', 'badArgument'].includes(code)
  expect(/<request verb="/.test(text)).toBe(isRepeated)
})

test('identifies the repository', async () => {
  const text = await ask('verb=Identify')
  const of = (name: string) => readXml(text, name)
  expect(of('repositoryName')).toEqual(['Old Town & <co>'])
  expect(of('baseURL')).toEqual([`${server.baseUrl}/oai/`])
  expect(of('request')).toEqual([`${server.baseUrl}/oai/`])
  expect(of('protocolVersion')).toEqual(['2.0'])
  expect(of('adminEmail')).toEqual(['archive@town.example'])
  expect(of('deletedRecord')).toEqual(['persistent'])
  expect(of('granularity')).toEqual(['YYYY-MM-DDThh:mm:ssZ'])
  expect(of('earliestDatestamp')).toEqual([at(0)])
  expect(of('responseDate')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
})

test('lists formats and sets, those of what is public', async () => {
  expect(readXml(await ask('verb=ListMetadataFormats'), 'metadataPrefix')).toEqual([
    'oai_dc',
    'edm',
  ])
  const text = await ask(`verb=ListMetadataFormats&identifier=${identifier(303)}`)
  expect(readXml(text, 'metadataPrefix')).toEqual(['oai_dc', 'edm'])
  const sets = await ask('verb=ListSets')
  expect(readXml(sets, 'setSpec')).toEqual(
    expect.arrayContaining([`source-${source}`, `collection-${large}`, `collection-${small}`]),
  )
  expect(readXml(sets, 'setSpec')).not.toContain(`collection-${hidden}`)
  expect(readXml(sets, 'setName')).toContain(EVIL)
  const rest = await ask(`verb=ListSets&resumptionToken=collection-${large}`)
  expect(readXml(rest, 'setSpec')).toEqual([`collection-${small}`])
  expect(readXml(rest, 'resumptionToken')).toEqual([''])
})

test.each(['ListRecords', 'ListIdentifiers'])(
  '%s has each image once, over pages',
  async (verb) => {
    const pages = await harvest(`verb=${verb}&metadataPrefix=oai_dc`)
    expect(idsOf(pages)).toEqual(changed)
    expect(pages).toHaveLength(3)
    // The last page of a divided list has an empty token.
    expect(readXml(pages.at(-1)!, 'resumptionToken')).toEqual([''])
    expect(pages.join('')).not.toContain('Secret')
    expect(pages.join('').match(/status="deleted"/g)).toHaveLength(1)
  },
)

test('repeats datestamps, identifiers and sets in all verbs', async () => {
  const header = (page: string) => page.match(/<header>[^]*?<\/header>/g)
  const get = `verb=GetRecord&metadataPrefix=oai_dc&identifier=${identifier(301)}`
  const time = `from=${at(250)}&until=${at(250)}&set=collection-${small}`
  const pages = [get, `${LIST}&${time}`, `verb=ListIdentifiers&metadataPrefix=oai_dc&${time}`]
  const [one, ...others] = await Promise.all(pages.map(async (query) => header(await ask(query))))
  expect(one).toHaveLength(1)
  for (const other of others) expect(other).toEqual(one)
})

test('answers a form like a query', async () => {
  const body = new URLSearchParams({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc' })
  const response = await server.fetch('/oai/', { method: 'POST', body })
  expect(idsOf([await response.text()])).toEqual(largeIds.slice(0, 100))
})

test.each([
  [`from=${at(10)}&until=${at(12)}`, [11, 12, 13]],
  [`until=${at(0)}`, [1]],
  [`from=${at(251)}`, [302, 303]],
  ['from=2026-02-01&until=2026-02-01', changed],
  [`set=collection-${small}`, [301, 302, 303]],
  [`set=source-${source}&from=${at(248)}`, [249, 250, 303]],
])('lists only ?%s', async (query, ids) => {
  expect(idsOf(await harvest(`verb=ListIdentifiers&metadataPrefix=oai_dc&${query}`))).toEqual(ids)
})

test('describes an image in Dublin Core', async () => {
  const text = await ask(`verb=GetRecord&identifier=${identifier(301)}&metadataPrefix=oai_dc`)
  const original = `${server.baseUrl}/media/images/301/original.tif?v=v1`
  const expected = {
    setSpec: [expect.stringMatching(/^source-\d+$/), `collection-${small}`],
    datestamp: [at(250)],
    title: [EVIL],
    creator: ['A. Example'],
    description: ['Looking east.'],
    subject: ['Mill', 'Bridge'],
    date: ['um 1912', '1912~'],
    type: ['Image'],
    format: ['image/tiff'],
    identifier: [identifier(301), `${server.baseUrl}/301/`, original],
    source: ['https://archive.example.org/1'],
    coverage: ['east=7.25; north=47.5'],
    rights: ['http://creativecommons.org/licenses/by/4.0/', 'CC BY 4.0'],
  }
  for (const [name, values] of Object.entries(expected)) expect(readXml(text, name)).toEqual(values)
})

test('has what Europeana requires', async () => {
  const text = await ask(`verb=GetRecord&identifier=${identifier(301)}&metadataPrefix=edm`)
  const page = `${server.baseUrl}/301/`
  const original = `${server.baseUrl}/media/images/301/original.tif?v=v1`
  const expected = {
    title: [EVIL],
    created: ['um 1912'],
    date: ['1912~'],
    identifier: [identifier(301), page, original],
    type: ['Image', 'IMAGE'],
    lat: ['47.5'],
    long: ['7.25'],
    provider: ['Old Town & <co>'],
  }
  for (const [name, values] of Object.entries(expected)) expect(readXml(text, name)).toEqual(values)
  expect(readXml(text, 'dataProvider')).toEqual([expect.stringMatching(/^Source/)])
  const reference = (name: string, url: string) => `<${name} rdf:resource="${url}"/>`
  expect(text).toContain(reference('edm:isShownAt', page))
  expect(text).toContain(reference('edm:isShownBy', original))
  expect(text).toContain(reference('edm:rights', 'http://creativecommons.org/licenses/by/4.0/'))
  const bare = await ask(`verb=GetRecord&identifier=${identifier(302)}&metadataPrefix=edm`)
  expect(bare).toContain(reference('edm:rights', 'http://rightsstatements.org/vocab/CNE/1.0/'))
  expect(bare).not.toContain('isShownBy')
})

test('keeps deletions, and compresses', async () => {
  const text = await ask(`verb=GetRecord&identifier=${identifier(303)}&metadataPrefix=oai_dc`)
  expect(text).toContain('<header status="deleted">')
  expect(readXml(text, 'metadata')).toEqual([])
  const response = await server.fetch(`/oai/?${LIST}`, { headers: { 'Accept-Encoding': 'gzip' } })
  expect(response.headers.get('Content-Encoding')).toBe('gzip')
})

test('continues a list after a change, and a set that was hidden meanwhile', async () => {
  const [token] = readXml(await ask(`${LIST}&set=collection-${large}`), 'resumptionToken')
  await seed.change(1, { title: 'New' })
  await seed.change(150, { title: 'New' })
  const rest = await harvest(`verb=ListRecords&resumptionToken=${token}`)
  expect(idsOf(rest)).toEqual([...largeIds.slice(100).filter((id) => id !== 150), 303, 1, 150])
  await seed.setPublic('collection', large, false)
  const gone = await ask(`verb=ListRecords&resumptionToken=${token}`)
  expect(gone.match(/status="deleted"/g)).toHaveLength(100)
  expect(gone).not.toContain(`collection-${large}<`)
})

test('refuses tokens of a catalog that was restored from a backup since', async () => {
  const first = async () => readXml(await ask(LIST), 'resumptionToken')[0]!
  await setFilesKnownSince(server, 1)
  const token = await first()
  const path = `verb=ListRecords&resumptionToken=${token}`
  expect(readXml(await ask(path), 'identifier')).not.toEqual([])
  await setFilesKnownSince(server, 2)
  expect(await ask(path)).toContain('<error code="badResumptionToken">')
  expect(
    readXml(await ask(`verb=ListRecords&resumptionToken=${await first()}`), 'identifier'),
  ).not.toEqual([])
})

test('describes the area of an image from above by its extent and its middle', async () => {
  const id = await seed.image({ id: 500, collection_id: small, from_above: 1 })
  const ring = [
    [179.5, -17],
    [180.5, -17],
    [180.5, -16.5],
    [179.5, -17],
  ]
  await seed.area(id, { polygon: JSON.stringify({ type: 'Polygon', coordinates: [ring] }) })
  const get = (format: string) =>
    ask(`verb=GetRecord&identifier=${identifier(id)}&metadataPrefix=${format}`)
  const box = 'northlimit=-16.5; eastlimit=-179.5; southlimit=-17; westlimit=179.5'
  expect(readXml(await get('oai_dc'), 'coverage')).toEqual([box])
  const edm = await get('edm')
  expect([readXml(edm, 'lat'), readXml(edm, 'long')]).toEqual([['-16.75'], ['180']])
  const area = `${server.baseUrl}/${id}/#area`
  expect(edm).toContain(`<dcterms:spatial rdf:resource="${area}"/>`)
  expect(edm).toContain(`<edm:Place rdf:about="${area}">`)
})
