import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/core/base/clock.ts'
import { silentLog } from '../../../src/core/base/log.ts'
import { findIds } from '../../../src/core/queries/lists/list-query.ts'
import { createSearchableCopy } from '../../../src/core/resident/copy/threaded-copy.ts'
import { createReaders } from '../../../src/core/resident/lists/readers.ts'
import { openPostgresCatalog } from '../../support/postgres-catalog.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { createSeed } from '../../support/seed.ts'

describe.skipIf(postgresIsMissing('postgis'))('lists that a node keeps in memory', () => {
  let postgres: Postgres

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
  })

  afterAll(() => postgres[Symbol.asyncDispose]())

  test('filter by the latest change without asking PostgreSQL', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
    const url = await postgres.createCatalog()
    await using opened = await openPostgresCatalog(url)
    const { reads } = opened.catalog
    const seed = createSeed(opened)
    await seed.images(await seed.collection(), [1, 2, 3])
    const services = { clock: systemClock, log: silentLog }
    const file = { file: join(folder.path, 'copy.sqlite') }
    await using copy = createSearchableCopy({ url, file }, services)
    await using readers = createReaders(copy, services)
    await readers.loadColumnStore()
    for (const image of [2, 1, 3]) {
      // Entered only in the log of public changes.
      await seed.change(image, { scale: '1:500' })
      const changes = await reads.selectFrom('public_change').select('changed_at').execute()
      for (const { changed_at: modifiedSince } of changes) {
        const filter = { visibility: 'public', modifiedSince } as const
        const terms = [{ field: 'order', descending: true }] as const
        const query = { list: 'images', filter, terms, page: { number: 1, size: 50 } } as const
        expect(await readers.askColumns('page', query)).toEqual(await findIds(reads, query))
      }
    }
  })
})
