import { afterAll, expect, test } from 'vitest'
import { openImportApi } from '../../support/import-api.ts'
import { plain, RED } from '../../support/pictures.ts'
import { pauseQueue, resumeQueue } from '../../support/queue.ts'

const api = await openImportApi()
afterAll(() => api[Symbol.asyncDispose]())
const { server, seed } = api

async function search(q: string, query = '', headers: HeadersInit = {}) {
  const path = `/api/v2/search/text/?q=${encodeURIComponent(q)}&${query}`
  return server.get(path, { headers })
}

async function findIds(q: string, query = '', headers: HeadersInit = {}): Promise<number[]> {
  const { results } = await search(q, query, headers)
  return results.map(({ id }: { id: number }) => id)
}

test('finds a title with all members of a result', async () => {
  const source_id = await seed.source({ name: 'Town archive' })
  const collection = await seed.collection({ source_id, name: 'Album 3', slug: 'album-3' })
  const id = await seed.image({
    collection_id: collection,
    title: 'Zeppelin over Friedrichshafen',
    original_date: 'July 1900',
    edtf_date: '1900-07',
  })
  expect(await search(' zeppelin\n')).toEqual({
    count: 1,
    page: 1,
    page_size: 20,
    query: 'zeppelin',
    results: [
      {
        id,
        title: 'Zeppelin over Friedrichshafen',
        permalink: null,
        thumbnail: null,
        original_date: 'July 1900',
        date_display: 'July 1900',
        similarity: 1,
        collection: {
          id: collection,
          name: 'Album 3',
          slug: 'album-3',
          source_name: 'Town archive',
        },
        detail_url: `${server.baseUrl}/api/v2/images/${id}/`,
      },
    ],
  })
})

test('finds an image as soon as it is committed, with its file until there is a thumbnail', async () => {
  await pauseQueue(server)
  const slot = await api.uploadToNewSlot(await plain(30, 20, RED).jpeg().toBuffer())
  const answer = await api.commit(slot, { title: 'Quayside cranes', rotation: 90 })
  const { image_id: id } = await answer.json()
  const read = async () => (await search('quayside')).results[0]
  const detail = () => server.get(`/api/v2/images/${id}/`)
  const committed = await read()
  expect(committed).toMatchObject({ id, similarity: 1 })
  expect(committed.permalink).toContain(`/media/images/${id}/original.jpg?v=`)
  expect(committed.thumbnail).toBe(committed.permalink)

  await resumeQueue(server)
  await server.catalog.jobs.drain()
  const { thumbnail, permalink } = await detail()
  const derived = await read()
  expect(thumbnail).toMatch(/\/thumbnail\.jpg$/)
  expect(permalink).toMatch(/\/corrected\.jpg$/)
  expect(derived).toMatchObject({ thumbnail, permalink })
})

test('searches title, description, comments and notes, and ranks by the best of them', async () => {
  const collection_id = await seed.collection()
  const make = (title: string) => seed.image({ collection_id, title })
  const [comment, note, title, area, joined] = [
    await make('A'),
    await make('B'),
    await make('The lighthouses'),
    await make('C'),
    await make('light'),
  ]
  const description = await seed.image({ collection_id, description: 'Near the lighthouse.' })
  await seed.comment(comment, { text: 'Nothing' })
  await seed.comment(comment, { text: 'Is that the LIGHTHOUSE?' })
  await seed.point(note, { confidence_notes: 'lighthouse, seen from the pier' })
  await seed.point(note, { confidence_notes: 'unsure' })
  await seed.area(area, { confidence_notes: 'Old lighthouse' })
  await seed.change(joined, { description: 'house' })
  const { count, results } = await search('lighthouse', `collection=${collection_id}`)
  expect(count).toBe(6)
  const found = results.map(({ id, similarity }: { id: number; similarity: number }) => [
    id,
    similarity,
  ])
  expect(found).toEqual([
    [comment, 1],
    [note, 1],
    [area, 1],
    [description, 1],
    [title, 0.9091],
    [joined, 0.4545],
  ])
})

test('finds looser matches with a higher threshold', async () => {
  const collection_id = await seed.collection()
  for (const title of ['Cathedral', 'Cathedrals', 'Catherine', 'Cat', 'Dog']) {
    await seed.image({ collection_id, title })
  }
  const counts = []
  for (const threshold of ['0', '0.05', '0.3', '0.69', '0.7', '1']) {
    const query = `collection=${collection_id}&threshold=${threshold}`
    counts.push((await search('cathedral', query)).count)
  }
  expect(counts).toEqual([0, 1, 2, 3, 4, 4])
})

test('pages contain every match once', async () => {
  const collection_id = await seed.collection()
  for (let n = 0; n < 7; n++) {
    await seed.image({ collection_id, title: n % 2 ? 'Orchard' : 'Orchards' })
  }
  const query = `collection=${collection_id}`
  const all = await findIds('orchard', query)
  const pages = []
  for (let page = 1; page <= 3; page++) {
    pages.push(...(await findIds('orchard', `${query}&page_size=3&page=${page}`)))
  }
  expect(all).toHaveLength(7)
  expect(pages).toEqual(all)
  expect((await search('orchard', `${query}&page_size=3&page=4`)).count).toBe(7)
})

test('applies all filters', async () => {
  const [first, second] = [await seed.collection(), await seed.collection()]
  const title = 'Viaduct'
  const old = await seed.image({ collection_id: first, title, ...year('1850', -43_829) })
  const recent = await seed.image({ collection_id: second, title, ...year('1950', -7305) })
  const undated = await seed.image({ collection_id: second, title })
  const subject = await seed.subject({ kb_id: 'Q181348' })
  await seed.tag(recent, subject)
  await seed.point(old)
  const { source } = await server.get(`/api/v2/collections/${first}/`)
  const cases: [string, number[]][] = [
    ['', [old, recent, undated]],
    [`collection=${first}`, [old]],
    [`collection=${first},${second}`, [old, recent, undated]],
    [`source=${source.id}`, [old]],
    ['collection=999999', []],
    ['year_max=1850', [old]],
    ['year_min=1949.5', [recent]],
    ['year_min=1850&year_max=1950', [old, recent]],
    [`subject=${subject}`, [recent]],
    ['subject=Q181348,Q1', [recent]],
    ['subject=Q1', []],
    ['georeferenced=true', [old]],
    ['georeferenced=0', [recent, undated]],
    [`georeferenced=false&collection=${first}`, []],
  ]
  for (const [query, ids] of cases) {
    const { count } = await search(title, query)
    expect([query, count, await findIds(title, query)]).toEqual([query, ids.length, ids])
  }
})

/** A year as it is stored, from its first day since the epoch. */
function year(edtf_date: string, from: number) {
  const bounds = { strict_from: from, fuzzy_from: from, strict_to: from + 364 }
  return { edtf_date, ...bounds, fuzzy_to: from + 364 }
}

test('finds public images only, also for importers, and no duplicates', async () => {
  const source_id = await seed.source()
  const collection_id = await seed.collection({ source_id })
  const shown = await seed.image({ collection_id, title: 'Observatory' })
  await seed.image({ collection_id, title: 'Observatory', duplicate_of: shown })
  const hidden = await seed.collection({ source_id, public: 0 })
  await seed.image({ collection_id: hidden, title: 'Observatory' })
  for (const headers of [{}, api.importer]) {
    expect(await findIds('observatory', '', headers)).toEqual([shown])
    expect(await findIds('observatory', `collection=${hidden}`, headers)).toEqual([])
  }
  await seed.setPublic('source', source_id, false)
  expect(await findIds('observatory', '', api.importer)).toEqual([])
  await seed.setPublic('source', source_id, true)
  await seed.setPublic('collection', hidden, true)
  expect(await findIds('observatory')).toEqual([shown, shown + 2])
})

test('follows every change of a text', async () => {
  const image = await seed.image({ title: 'Foundry' })
  const collection = await seed.collection()
  expect(await findIds('foundry')).toEqual([image])
  await seed.change(image, { title: 'Brewery' })
  expect([await findIds('foundry'), await findIds('brewery')]).toEqual([[], [image]])
  const comment = await seed.comment(image, { text: 'Formerly a foundry' })
  expect(await findIds('foundry')).toEqual([image])
  await seed.delete('comment', comment)
  expect(await findIds('foundry')).toEqual([])
  const point = await seed.point(image, { confidence_notes: 'Foundry to the left' })
  expect(await findIds('foundry')).toEqual([image])
  await seed.change(image, { collection_id: collection })
  expect(await findIds('foundry', `collection=${collection}`)).toEqual([image])
  await seed.delete('georeference', point)
  expect(await findIds('foundry')).toEqual([])
})

test('can be cached and revalidated like other reads', async () => {
  const image = await seed.image({ title: 'Tannery' })
  const path = '/api/v2/search/text?q=tannery'
  const first = await server.fetch(path)
  const ETag = first.headers.get('ETag')!
  expect(first.headers.get('Cache-Control')).toBe('public, no-cache')
  expect(first.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const again = () => server.fetch(path, { headers: { 'If-None-Match': ETag } })
  expect((await again()).status).toBe(304)
  await seed.change(image, { title: 'The tannery' })
  expect((await again()).status).toBe(200)
  const head = await server.fetch(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const post = await server.fetch(path, { method: 'POST', body: '{}' })
  expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  const byImporter = await server.fetch(path, { headers: api.importer })
  expect(byImporter.headers.get('Cache-Control')).toBe('no-store')
  expect(await byImporter.json()).toEqual(await server.get(path))
})
