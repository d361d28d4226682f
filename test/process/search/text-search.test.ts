import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import { copyToPostgres, findTexts } from '../../support/catalog-in-postgres.ts'
import { generate } from '../../support/generated-catalog/generate.ts'
import { sizeOf } from '../../support/generated-catalog/rows.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { runsOf } from '../../support/property-runs.ts'
import { randomTextSearches } from '../../support/random-text-searches.ts'
import { createRandomTexts } from '../../support/random-texts.ts'

const IMAGES = Math.min(runsOf(1000), 5000)

describe.skipIf(postgresIsMissing('pg_trgm'))('text search', () => {
  let postgres: Postgres
  let here: TestCatalog

  beforeAll(async () => {
    postgres = await startPostgres('pg_trgm')
    here = await openTestCatalog()
    const db = openConnection({ file: join(here.data, 'catalog.sqlite') })
    generate(db, sizeOf(IMAGES), mixedTexts)
    await copyToPostgres(db, postgres)
    db.close()
  })

  afterAll(async () => {
    await here[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  test('finds the same as PostgreSQL, in the same order', async () => {
    for (const search of randomTextSearches(runsOf(200))) {
      const expected = await findTexts(postgres, search)
      const page = { number: 1, size: IMAGES }
      const { signal } = new AbortController()
      const found = await here.catalog.textSearch.find({ ...search, page }, 'here', signal)
      expect(found, JSON.stringify(search)).toEqual({ hits: expected, count: expected.length })
    }
  })
})

function mixedTexts() {
  const { text, below } = createRandomTexts(2)
  const perhaps = (most: number): string | null => (below(2) === 0 ? text(most) : null)
  return {
    title: () => text(5),
    description: () => perhaps(12),
    comment: () => text(12),
    notes: () => perhaps(6),
  }
}
