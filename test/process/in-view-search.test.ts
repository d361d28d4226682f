import { expect, test } from 'vitest'
import type { InViewQuery } from '../../src/core/search/in-view-search.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'

const HERE: InViewQuery = {
  latitude: 47.56,
  longitude: 7.59,
  radius: null,
  filter: {},
  page: { number: 1, size: 20 },
}

async function find({ catalog }: TestCatalog, query: Partial<InViewQuery> = {}) {
  const { hits } = await catalog.inView.find({ ...HERE, ...query })
  return hits.map(({ imageId }) => imageId)
}

test('finds images of a small catalog, the nearest first, and includes new writes', async () => {
  await using here = await openTestCatalog()
  const far = await here.seed.image()
  await here.seed.point(far, { latitude: 47.6, longitude: 7.59 })
  expect(await find(here)).toEqual([far])
  const near = await here.seed.image()
  const point = await here.seed.point(near, { latitude: 47.561, longitude: 7.59 })
  const page = { number: 1, size: 1 }
  expect(await here.catalog.inView.find({ ...HERE, page })).toEqual({
    hits: [{ imageId: near, georeferenceId: point, distance: expect.closeTo(111.18, 2) }],
    count: null,
    hasMore: true,
  })
  expect(await here.catalog.inView.find({ ...HERE, page, radius: 1000 })).toMatchObject({
    count: 1,
    hasMore: false,
  })
})

test('a camera sees positions inside its viewing cone, of which the community sets the width', async () => {
  await using here = await openTestCatalog()
  const image = await here.seed.image()
  await here.seed.point(image, { latitude: 47.5, longitude: 7.59, direction: 345 })
  expect(await find(here)).toEqual([image])
  expect(await find(here, { longitude: 7.7 })).toEqual([])
  await here.seed.setting('viewing_cone', 29)
  expect(await find(here)).toEqual([])
  await here.seed.setting('viewing_cone', 360)
  expect(await find(here, { latitude: 0 })).toEqual([image])
  await here.seed.setting('viewing_cone', 'wide')
  expect(await find(here)).toEqual([image])
})
