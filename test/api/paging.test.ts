import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const collection = await seed.collection()
for (let n = 0; n < 7; n++) await seed.image({ collection_id: collection })

const images = (query = '') => server.get(`/api/v2/images/${query}`)

test.each(['0', '-1', 'x', '1.5', '5', '99999999999999999999'])(
  'answers 404 for page %s of seven images in pages of two',
  async (page) => {
    const response = await server.fetch(`/api/v2/images/?page_size=2&page=${page}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ detail: 'Invalid page.' })
  },
)

test('an empty list has page 1 but no page 2', async () => {
  const nothing = '/api/v2/images/?collection=999'
  expect((await server.fetch(`${nothing}&page=2`)).status).toBe(404)
  expect(await server.get(nothing)).toEqual({ count: 0, next: null, previous: null, results: [] })
})

test('next leads through every image once, with the same count', async () => {
  const met: number[] = []
  let address: string | null = '/api/v2/images/?page_size=3'
  while (address) {
    const page = await server.get(address)
    expect(page.count).toBe(7)
    met.push(...page.results.map((image: { id: number }) => image.id))
    address = page.next
  }
  expect(met).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('links keep other parameters and the final slash, and omit page=1', async () => {
  const page = await server.get('/api/v2/images?page=2&page_size=2&unknown=a%26b&unknown=c')
  const base = `${server.baseUrl}/api/v2/images/`
  expect(page.previous).toBe(`${base}?page_size=2&unknown=a%26b&unknown=c`)
  expect(page.next).toBe(`${base}?page=3&page_size=2&unknown=a%26b&unknown=c`)
  const second = await server.get('/api/v2/images/?page=4&page_size=2')
  expect(second.next).toBeNull()
  expect((await images('?page=2&page_size=6')).previous).toBe(`${base}?page_size=6`)
  expect((await images('?page=2&page_size=6')).next).toBeNull()
})

test('uses the last value of a repeated parameter', async () => {
  expect((await images('?page_size=2&page_size=3')).results).toHaveLength(3)
})

test.each(['0', '-2', 'many', ''])('treats page size %j as the default', async (size) => {
  expect((await images(`?page_size=${size}`)).results).toHaveLength(7)
})
