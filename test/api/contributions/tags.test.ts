import { afterAll, expect, test } from 'vitest'
import { CONTRIBUTIONS_PER_MINUTE } from '../../../src/core/base/limits.ts'
import { openCommunity } from '../../support/contributors.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { parsePage } from '../../support/parse-page.ts'
import { sendJson, sendStatus, startService } from '../../support/service-server.ts'
import { item, sendItems } from '../../support/wikidata.ts'

const community = await openCommunity()
afterAll(() => community[Symbol.asyncDispose]())
const { seed, server } = community
const ada = await community.person()
const hall = await seed.subject({ title: 'Town hall', slug: 'town-hall', kb_id: 'Q11' })
const tower = await seed.subject({ title: 'Tower', slug: 'tower', kb_id: 'Q12' })

const slugsOf = async (image: number): Promise<string[]> =>
  (await server.get(`/api/v2/images/${image}/`)).subjects.map(({ slug }: { slug: string }) => slug)

test('tags, reorders and untags an image, with the feed and the counts', async () => {
  const image = await seed.image()
  const path = `/images/${image}/subjects/`
  const added = await ada.post(path, { subject: 'town-hall' })
  expect([added.status, added.body]).toMatchObject([201, { id: hall, slug: 'town-hall' }])
  expect((await ada.post(path, { subject: tower })).status).toBe(201)
  expect((await ada.post(path, { subject: 'tower' })).status).toBe(200)
  const reordered = await ada.send('PUT', path, { order: [tower, String(hall)] })
  expect([reordered.status, reordered.body.subjects]).toMatchObject([
    200,
    [{ slug: 'tower' }, { slug: 'town-hall' }],
  ])
  expect(await slugsOf(image)).toEqual(['tower', 'town-hall'])
  expect((await server.get(`/api/v2/subjects/${tower}/`)).image_count).toBe(1)
  for (const subject of ['tower', tower, 'nothing', 987_654]) {
    expect((await ada.send('DELETE', `${path}${subject}/`)).status).toBe(204)
  }
  expect(await slugsOf(image)).toEqual(['town-hall'])
  const events = await server.get('/api/v2/activity/')
  const seen = events.map((event: { type: string; data: { action?: string } }) =>
    [event.type, event.data.action].join(' ').trim(),
  )
  expect(seen.toSorted()).toEqual([
    'subject_activity_group added',
    'subject_activity_group added',
    'subject_activity_group removed',
    'subject_activity_group reordered',
    'subject_introduction',
    'subject_introduction',
  ])
})

test('rejects unknown subjects, incomplete orders and images that are hidden', async () => {
  server.clock.advance(60)
  const image = await seed.image()
  await seed.tag(image, hall, tower)
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const unknown = await ada.post(`/images/${image}/subjects/`, { subject: '"><b>' })
  expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ['subject']])
  const long = await ada.post(`/images/${image}/subjects/`, { subject: '😀'.repeat(10_000) })
  expect([long.status, long.body]).toEqual([
    400,
    { subject: [`The subject "${'😀'.repeat(100)}…" does not exist.`] },
  ])
  expect((await ada.post(`/images/${image}/subjects/`, {})).body).toEqual({
    subject: ['This field is required.'],
  })
  for (const order of [[hall], [hall, hall], [hall, tower, 987_654], []]) {
    const { status } = await ada.send('PUT', `/images/${image}/subjects/`, { order })
    expect([status, order]).toEqual([409, order])
  }
  for (const order of [['x'], 'x', null, Array(1001).fill(1)]) {
    const { status } = await ada.send('PUT', `/images/${image}/subjects/`, { order })
    expect(status).toBe(400)
  }
  for (const id of [hidden, 987_654]) {
    expect((await ada.post(`/images/${id}/subjects/`, { subject: hall })).status).toBe(404)
    expect((await ada.send('PUT', `/images/${id}/subjects/`, { order: [] })).status).toBe(404)
    expect((await ada.send('DELETE', `/images/${id}/subjects/${hall}/`)).status).toBe(404)
  }
})

test('adds subjects from Wikidata, and suggests them after those of the catalog', async () => {
  const texts = item('Q4321', { en: 'Town mill\u202E' }, { en: 'mill <b>' })
  const found = [
    { id: 'Q11', label: 'Town hall' },
    { id: 'Q4321', label: 'Town mill', description: 'mill <b>' },
  ]
  await using wikidata = await startService((request, response) =>
    request.url.searchParams.get('action') === 'wbsearchentities'
      ? sendJson({ search: found, success: 1 })(request, response)
      : sendItems(texts)(request, response),
  )
  await using other = await openCommunity({ wikidataUrl: wikidata.url })
  const grace = await other.person()
  const own = await other.seed.subject({ title: 'Town hall', kb_id: 'Q11' })
  const suggest = async () => (await grace.send('GET', '/subjects/suggest/?q=Town')).body
  expect(await suggest()).toEqual({
    results: [
      { id: own, slug: 'town-hall', title: 'Town hall', description: 'A subject.', kb_id: 'Q11' },
      { id: null, slug: null, title: 'Town mill', description: 'mill <b>', kb_id: 'Q4321' },
    ],
    complete: true,
  })
  const added = await grace.post('/subjects/', { kb_id: 'q4321' })
  expect([added.status, added.body]).toMatchObject([
    201,
    { title: 'Town mill', slug: 'town-mill', kb: { kb_id: 'Q4321', description: 'mill <b>' } },
  ])
  const again = await grace.post('/subjects/', { kb_id: 'Q4321' })
  expect([again.status, again.body]).toEqual([200, added.body])
  expect((await suggest()).results[1]).toMatchObject({ id: added.body.id, slug: 'town-mill' })
  const missing = await grace.post('/subjects/', { kb_id: 'Q999' })
  expect([missing.status, missing.body]).toEqual([
    400,
    { kb_id: ['The item Q999 does not exist.'] },
  ])
  for (const kb_id of ['P31', 'hall', '', 4]) {
    expect((await grace.post('/subjects/', { kb_id })).status).toBe(400)
  }
  const image = await other.seed.image()
  expect((await grace.post(`/images/${image}/subjects/`, { subject: 'town-mill' })).status).toBe(
    201,
  )
})

test('asks Wikidata no more often than users may add subjects', async () => {
  await using wikidata = await startService(sendItems())
  await using other = await openCommunity({ wikidataUrl: wikidata.url })
  const grace = await other.person()
  const statuses: number[] = []
  for (let n = 1; n <= CONTRIBUTIONS_PER_MINUTE.tags + 5; n += 1)
    statuses.push((await grace.post('/subjects/', { kb_id: `Q${n}` })).status)
  expect(new Set(statuses)).toEqual(new Set([400, 429]))
  expect(wikidata.requests).toHaveLength(statuses.filter((status) => status === 400).length)
})

test('without Wikidata, known subjects still work', async () => {
  await using wikidata = await startService(sendStatus(500))
  await using other = await openCommunity({ wikidataUrl: wikidata.url })
  const grace = await other.person()
  const own = await other.seed.subject({ title: 'Town hall', kb_id: 'Q11' })
  const { status, body } = await grace.post('/subjects/', { kb_id: 'Q12' })
  expect([status, body.code]).toEqual([503, 'knowledge_base_unavailable'])
  expect(body.detail).not.toContain('127.0.0.1')
  expect((await grace.post('/subjects/', { kb_id: 'Q11' })).status).toBe(200)
  const suggested = await grace.send('GET', '/subjects/suggest/?q=town%20h')
  expect(suggested.body).toMatchObject({ results: [{ id: own }], complete: false })
  // Each is asked once, because a person waits.
  expect(wikidata.requests).toHaveLength(2)
  for (const query of ['', '?q=', '?q=%20', `?q=${'x'.repeat(101)}`, '?q=%00']) {
    expect((await grace.send('GET', `/subjects/suggest/${query}`)).status).toBe(400)
  }
  const browser = await signedInBrowser(other.server)
  const path = `${await other.seed.image()}/subjects/`
  for (const [query, count] of [
    ['Q99', 0],
    ['town', 1],
  ] as const) {
    const page = parsePage((await browser.open(`${path}?q=${query}`)).text)
    expect(page.text('.note')).toContain('Wikidata can’t be reached at the moment')
    expect(page.findAll('.suggestions li')).toHaveLength(count)
  }
})
