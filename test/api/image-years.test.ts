import { afterAll, expect, test } from 'vitest'
import { dateColumns } from '../../src/core/database/date-columns.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const collection_id = await seed.collection()
const hidden = await seed.collection({ public: 0 })

const UNDATED = ['../..', 'XXXX', '1XXX', 'XXXX-12', '[XXXX,1905]']
const DATES = [
  '1909-12-31',
  '1910-01-01',
  '1905~',
  '1900/1919',
  '../1903',
  '1903/..',
  '-0044',
  'XXXX/1905',
  ...UNDATED,
]
for (const edtf of DATES) await seed.image({ collection_id, ...dateColumns(edtf) })
await seed.image({ collection_id, from_above: 1 })
await seed.image({ collection_id: hidden, reference_id: 'R-1', ...dateColumns('2024') })

const YEARS = '/api/v2/images/years/'

test('reports every invalid filter', async () => {
  const response = await server.fetch(`${YEARS}?source=a&year_min=b&georeferenced=c`)
  expect(response.status).toBe(400)
  expect(Object.keys(await response.json())).toEqual(['source', 'year_min', 'georeferenced'])
})

test('counts each image in the decade in the middle of its date', async () => {
  expect(await server.get(YEARS)).toEqual([
    { decade: -50, count: 1 },
    { decade: 1900, count: 6 },
    { decade: 1910, count: 1 },
    { decade: null, count: UNDATED.length + 1 },
  ])
})

test.each(['', 'year_min=1905', 'year_max=1905', 'from_above=true', 'subject=Q1', 'creator=ada'])(
  'adds up to the count of the list with %s',
  async (query) => {
    const counts: { count: number }[] = await server.get(`${YEARS}?${query}`)
    const { count } = await server.get(`/api/v2/images/?${query}`)
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(count)
  },
)

test('leaves dates that could be at any time out of every range of years', async () => {
  const { count } = await server.get(`/api/v2/images/?collection=${collection_id}`)
  for (const range of ['year_min=-9999', 'year_max=9999', 'year_min=-9999&year_max=9999']) {
    const dated = await server.get(`/api/v2/images/?${range}`)
    expect(dated.count).toBe(count - UNDATED.length - 1)
  }
})

test('counts hidden images for importers only, who may filter by reference', async () => {
  const headers = bearer(await issueToken(server, { staff: true, scopes: ['read', 'import'] }))
  const path = `${YEARS}?reference_id=R-1`
  expect(await server.get(path, { headers })).toEqual([{ decade: 2020, count: 1 }])
  expect(await server.get(path)).toEqual(await server.get(YEARS))
})
