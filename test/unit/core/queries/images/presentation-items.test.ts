import { expect, test } from 'vitest'
import { ALL_IDS, parseIdRange, type IdRange } from '../../../../../src/core/iiif/id-range.ts'
import {
  listItems,
  type Parent,
} from '../../../../../src/core/queries/images/presentation-items.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'
import { recordPlans } from '../../../../support/query-plans.ts'

const RANGES = ['1-1000', '1001-2000', '2001-3000']

test('items are found by an index, however many there are', async () => {
  await using opened = await openTestCatalog()
  const { catalog, seed } = opened
  const source = await seed.source()
  const collection = await seed.collection({ source_id: source })
  const other = await seed.collection({ source_id: source })
  await seed.images(
    collection,
    Array.from({ length: 1500 }, (_, n) => 2 * n + 1),
  )
  await seed.images(
    other,
    Array.from({ length: 1000 }, (_, n) => 2 * n + 2),
  )
  const { watched, plans } = recordPlans(catalog.reads)
  const list = (parent: Parent, range: IdRange) =>
    listItems(watched(catalog.reads), parent, range, 'public')
  const images = { kind: 'collection', id: collection } as const
  expect(await list(images, ALL_IDS)).toEqual({ ranges: RANGES.map(parseIdRange) })
  const part = await list(images, parseIdRange('1001-2000')!)
  expect('rows' in part && part.rows).toHaveLength(500)
  const small = await list({ kind: 'collection', id: other }, ALL_IDS)
  expect('rows' in small && small.rows).toHaveLength(1000)
  await list({ kind: 'source', id: source }, ALL_IDS)
  await list({ kind: 'catalog' }, ALL_IDS)
  const seen = await plans()
  expect(new Set(seen.map(({ text }) => text)).size).toBe(7)
  for (const { text, plan } of seen) {
    expect(plan, text).toMatch(/SEARCH (item|point_current|current) USING/)
    expect(plan, text).not.toMatch(/SCAN (item|point_current|current|georef)|TEMP B-TREE FOR ORDER/)
  }
})

test('ids far apart are listed together while they are few', async () => {
  await using opened = await openTestCatalog()
  const { catalog, seed } = opened
  const id = await seed.collection()
  const parent = { kind: 'collection', id } as const
  await seed.images(
    id,
    Array.from({ length: 1000 }, (_, n) => 1 + n * 2_000_000),
  )
  const few = await listItems(catalog.reads, parent, ALL_IDS, 'public')
  expect('rows' in few && few.rows).toHaveLength(1000)
  await seed.images(id, [999_999_999_999_999])
  expect(await listItems(catalog.reads, parent, ALL_IDS, 'public')).toEqual({
    ranges: ['1-1000000000000', '999000000000001-1000000000000000'].map(parseIdRange),
  })
})
