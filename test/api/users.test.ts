import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'
import { readRows } from '../support/rows.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const cy = await seed.user({ id: 31, username: 'cy' })
const ada = await seed.user({ id: 32, username: 'Ada' })
const bo = await seed.user({ id: 30, username: 'bo' })
const hermit = await seed.user({ id: 33, username: 'Hermit' })
const reader = await seed.user({ id: 34, username: 'Reader' })
const image = await seed.image()
const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
for (const user_id of [cy, cy, ada]) await seed.point(image, { user_id })
const areaOfBo = await seed.area(image, { user_id: bo })
await seed.area(image, { user_id: ada })
for (const user_id of [hermit, cy]) await seed.point(hidden, { user_id })
await seed.comment(image, { commented_by: reader })
const importer = bearer(await issueToken(server, { staff: true, scopes: ['import'], userId: 1 }))

const names = async (query: string, headers = {}): Promise<string[]> =>
  (await server.get(`/api/v2/users/${query}`, { headers })).results.map(
    ({ username }: { username: string }) => username,
  )

test.each([hermit, reader, 1, 999, 'ada', '1e1'])(
  'answers the public 404 for /users/%s/',
  async (id) => {
    const response = await server.fetch(`/api/v2/users/${id}/`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ detail: 'User not found.' })
  },
)

test.each([
  ['', ['Ada', 'bo', 'cy']],
  ['?ordering=-username', ['cy', 'bo', 'Ada']],
  ['?ordering=point_georeferences', ['bo', 'Ada', 'cy']],
  ['?ordering=-point_georeferences', ['cy', 'Ada', 'bo']],
  ['?ordering=-from_above_georeferences', ['bo', 'Ada', 'cy']],
  ['?ordering=is_staff', ['Ada', 'bo', 'cy']],
])('orders users%s', async (query, expected) => expect(await names(query)).toEqual(expected))

test('a contributor has the id of the account and counts of public georeferences', async () => {
  const alone = await server.get(`/api/v2/users/${cy}/`)
  expect(alone).toEqual({
    id: 31,
    username: 'cy',
    point_georeferences: 2,
    from_above_georeferences: 0,
  })
  expect((await server.get('/api/v2/users/')).results[2]).toEqual(alone)
})

test('shows importers the contributors to hidden images, and counts those georeferences', async () => {
  expect(await names('', importer)).toEqual(['Ada', 'bo', 'cy', 'Hermit'])
  const shown = await server.get(`/api/v2/users/${cy}/`, { headers: importer })
  expect(shown.point_georeferences).toBe(3)
})

test('omits contributors without a public georeference', async () => {
  await seed.delete('from_above_georeference', areaOfBo)
  expect(await names('')).toEqual(['Ada', 'cy'])
  for (const { id } of await readRows(server, 'source')) await seed.setPublic('source', id, false)
  expect(await names('')).toEqual([])
})
