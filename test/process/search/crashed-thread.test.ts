import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import type { CatalogError } from '../../../src/core/base/errors.ts'
import { storeEmbedding, useModelFixture } from '../../support/embedding-models.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { createTestLog } from '../../support/test-log.ts'

const { signal } = new AbortController()

const rename = ({ catalog }: TestCatalog, from: string, to: string) =>
  catalog.write((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx))

test('answers that an index does not fit in its memory, without loading it again', async () => {
  await using here = await openTestCatalog()
  await useModelFixture(here, 'first')
  const image = await here.seed.image()
  await storeEmbedding(here, image, [1])
  const { log, lines } = createTestLog()
  const { config, secrets } = here.catalog
  const small = { ...config, searchMemory: 50 }
  await using catalog = await openCatalog(small, secrets, { clock: here.clock, log })
  const shared = { filter: {}, page: { number: 1, size: 20 } }
  const similar = { imageId: image, duplicateOf: null, ...shared }
  const failures = await Promise.all(
    [1, 2].flatMap(() =>
      [
        catalog.semanticSearch.findSimilar(similar, 'client', signal),
        catalog.textSearch.find({ text: 'bridge', threshold: 0.7, ...shared }, 'client', signal),
      ].map((search) => search.catch((error: CatalogError) => error)),
    ),
  )
  for (const failure of failures) {
    expect(failure).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('CATALOG_SEARCH_MEMORY'),
      details: { code: 'search_index_full' },
    })
  }
  here.clock.advance(3600)
  await expect(catalog.semanticSearch.findSimilar(similar, 'client', signal)).rejects.toThrow(
    'CATALOG_VECTORS=pgvector',
  )
  const ends = lines.filter((line) => line.includes('does not start again'))
  expect(ends).toHaveLength(2)
})

test('starts the thread of semantic searches less and less often while it crashes', async () => {
  await using here = await openTestCatalog()
  await useModelFixture(here, 'first')
  const image = await here.seed.image()
  await storeEmbedding(here, image, [1])
  const { log, lines } = createTestLog()
  const { config, secrets } = here.catalog
  await using catalog = await openCatalog(config, secrets, { clock: here.clock, log })
  const query = { imageId: image, duplicateOf: null, filter: {}, page: { number: 1, size: 20 } }
  const search = () =>
    catalog.semanticSearch.findSimilar(query, 'client', signal).then(
      ({ count }) => count,
      (error: CatalogError) => error.message,
    )
  const stopped = (seconds: number) =>
    `Search stopped unexpectedly and is starting again. Try again in ${seconds} seconds.`
  await rename(here, 'embedding', 'hidden')
  for (const seconds of [0, 5, 10]) {
    expect(await search()).toBe(stopped(5))
    if (seconds > 0) expect(await search()).toBe(stopped(seconds))
    here.clock.advance(seconds)
  }
  expect(lines.filter((line) => line.includes('no such table: embedding'))).toHaveLength(3)
  await rename(here, 'hidden', 'embedding')
  expect(await search()).toBe(0)
})
