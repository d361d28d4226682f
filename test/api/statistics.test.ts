import { expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

test('an empty catalog has a name and counts of zero', async () => {
  await using server = await startTestServer()
  expect(await server.get('/api/v2/stats/')).toEqual({
    name: 'Historical image catalog',
    total_sources: 0,
    total_collections: 0,
    total_images: 0,
    georeferenced_images: 0,
    total_georeferences: 0,
    confidence_breakdown: { low: 0, medium: 0, high: 0 },
  })
})

test('counts public objects, and each image by its current georeference', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  await seed.setting('site_name', 'Old Pictures')
  const collection_id = await seed.collection()
  const user_id = await seed.user()
  const inside = { collection_id }
  const street = await seed.image(inside)
  await seed.point(street, { user_id, confidence: 'low', created_at: 2 })
  await seed.point(street, { user_id, confidence: 'medium', created_at: 2 })
  await seed.point(street, { user_id, confidence: 'high', created_at: 1 })
  const map = await seed.image({ ...inside, from_above: 1 })
  await seed.area(map, { user_id, confidence: 'low' })
  await seed.point(map, { user_id, confidence: 'high' })
  const sketch = await seed.image(inside)
  await seed.area(sketch, { user_id })
  const spoilt = await seed.image({ ...inside, will_not_georef: 1 })
  await seed.point(spoilt, { user_id })
  await seed.image({ ...inside, duplicate_of: street })
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  await seed.point(hidden, { user_id })
  expect(await server.get('/api/v2/stats/')).toEqual({
    name: 'Old Pictures',
    total_sources: 2,
    total_collections: 1,
    total_images: 3,
    georeferenced_images: 2,
    total_georeferences: 7,
    confidence_breakdown: { low: 1, medium: 1, high: 0 },
  })
})
