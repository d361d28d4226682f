import { afterAll, expect, test } from 'vitest'
import { dateColumns } from '../../src/core/database/date-columns.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const collection_id = await seed.collection()

/** Become images 1 to 5. */
const ROWS = [
  { title: 'b', original_date: '1910', created_at: 50, ...dateColumns('1900/1940') },
  { title: 'a', original_date: null, created_at: 40, from_above: 1, ...dateColumns('XXXX') },
  { title: 'C', original_date: '1890', created_at: 30, position: 9, ...dateColumns('../1905') },
  { title: 'b', original_date: '1910', created_at: 20, ...dateColumns('1910~') },
  { title: 'd', original_date: null, created_at: 10 },
] as const
for (const row of ROWS) await seed.image({ collection_id, ...row })
const user_id = await seed.user()
await seed.point(1, { user_id, created_at: 100 })
await seed.point(1, { user_id, created_at: 300 })
await seed.point(2, { user_id, created_at: 900 })
await seed.area(2, { user_id, created_at: 200 })
await seed.point(5, { user_id, created_at: 250 })
await seed.area(5, { user_id, created_at: 800 })

async function idsBy(ordering: string): Promise<number[]> {
  const { results } = await server.get(`/api/v2/images/?ordering=${ordering}`)
  return results.map((image: { id: number }) => image.id)
}

test.each([
  ['', [3, 5, 4, 2, 1]],
  ['unknown,-nothing', [3, 5, 4, 2, 1]],
  ['order', [1, 2, 4, 5, 3]],
  ['-order', [3, 5, 4, 2, 1]],
  ['title', [2, 1, 4, 3, 5]],
  ['-title', [5, 3, 1, 4, 2]],
  ['date', [3, 4, 1, 2, 5]],
  ['-date', [1, 4, 3, 2, 5]],
  ['original_date', [3, 1, 4, 2, 5]],
  ['-original_date', [1, 4, 3, 2, 5]],
  ['created_at', [5, 4, 3, 2, 1]],
  ['-created_at', [1, 2, 3, 4, 5]],
  ['last_georeferenced_at', [2, 5, 1, 3, 4]],
  ['-last_georeferenced_at', [1, 5, 2, 3, 4]],
  ['-original_date,-created_at', [1, 4, 3, 2, 5]],
  ['original_date,created_at', [3, 4, 1, 5, 2]],
])('orders images by %j, with missing values last and ties by id', async (ordering, ids) => {
  expect(await idsBy(ordering)).toEqual(ids)
})

test('returns each image once over all pages, in every order', async () => {
  for (const ordering of ['title', '-date', '-original_date', '-last_georeferenced_at']) {
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        server.get(`/api/v2/images/?ordering=${ordering}&page_size=2&page=${page}`),
      ),
    )
    const ids = pages.flatMap(({ results }) => results.map((image: { id: number }) => image.id))
    expect(ids).toEqual(await idsBy(ordering))
  }
})

test('ignores deleted georeferences', async () => {
  const image = await seed.image({ collection_id })
  const point = await seed.point(image, { user_id, created_at: 9999 })
  expect((await idsBy('-last_georeferenced_at'))[0]).toBe(image)
  await seed.delete('georeference', point)
  const shown = await server.get(`/api/v2/images/${image}/`)
  expect(shown.georeference_status).toBe('available')
  await seed.change(2, { from_above: 0 })
  expect((await idsBy('-last_georeferenced_at'))[0]).toBe(2)
  await seed.change(2, { from_above: 1 })
  await seed.delete('image', image)
})
