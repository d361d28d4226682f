import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TINY_SIGLIP } from '../../../fixtures/generator/models/tiny-siglip.ts'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { loadDump } from '../../../src/core/dump/load.ts'
import { storeEmbeddings, useModelFixture } from '../../support/embedding-models.ts'
import { writeGeneratedDump } from '../../support/generated-dump.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { openPostgresCatalog } from '../../support/postgres-catalog.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { runsOf } from '../../support/property-runs.ts'
import { listQueries } from '../../support/random-list-query.ts'
import { randomSearchFilter } from '../../support/random-search-filter.ts'
import { randomTextSearches } from '../../support/random-text-searches.ts'
import { randomDumpTexts } from '../../support/random-texts.ts'
import { numbersFrom, type Below } from '../../support/seeded-numbers.ts'

const IMAGES = 400
const SEED = 18
const WORDS = ['a lighthouse', 'ships', 'eine alte Kirche', 'улица', '1900', 'x']

/** Asks a catalog. */
type Question = (catalog: Catalog) => Promise<unknown>

describe.skipIf(postgresIsMissing('postgis'))('the same catalog on SQLite and PostgreSQL', () => {
  let postgres: Postgres
  let onSqlite: TestCatalog
  let onPostgres: Awaited<ReturnType<typeof openPostgresCatalog>>

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
    onSqlite = await openTestCatalog()
    onPostgres = await openPostgresCatalog(await postgres.createCatalog())
    const dump = join(onSqlite.folder, 'dump')
    await writeGeneratedDump(dump, { seed: SEED, images: IMAGES, texts: randomDumpTexts(1000) })
    for (const { catalog } of [onSqlite, onPostgres])
      await loadDump(catalog, dump, { acceptStaff: true })
  })

  afterAll(async () => {
    await onPostgres[Symbol.asyncDispose]()
    await onSqlite[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  /** The rows that the answers of a test count. */
  let counted = 0

  beforeEach(() => {
    counted = 0
  })

  afterEach(() => {
    expect(counted).toBeGreaterThan(0)
  })

  /** Expects equal answers, or equal errors. */
  async function compare(asked: unknown, question: Question): Promise<void> {
    const [expected, found] = await Promise.all(
      [onSqlite, onPostgres].map(({ catalog }) => question(catalog).catch(String)),
    )
    expect(found, JSON.stringify(asked)).toEqual(expected)
    counted += (expected as { count?: number }).count ?? 0
  }

  test('answers random lists alike', async () => {
    for (const query of fc.sample(listQueries, { seed: SEED, numRuns: runsOf(100) }))
      await compare(query, ({ lists }) => lists.ask('page', query))
    await compare('statistics', ({ lists }) => lists.ask('statistics', null))
    const creators = { words: [['1', '2', '3', '4']], offset: 1, limit: 3 } as const
    await compare(creators, ({ lists }) => lists.ask('creators', creators))
  })

  test('answers random searches for texts alike', async () => {
    const { signal } = new AbortController()
    for (const [index, random] of randomTextSearches(runsOf(50)).entries()) {
      const more = index % 3 === 0 ? { creator: '1', fromAbove: index % 2 === 1 } : {}
      const filter = { ...random.filter, ...more }
      const search = { ...random, filter, page: { number: 1 + (index % 2), size: 20 } }
      await compare(search, ({ textSearch }) => textSearch.find(search, 'here', signal))
    }
  })

  test('answers random searches in view alike', async () => {
    const below = numbersFrom(SEED)
    for (let run = 0; run < runsOf(50); run += 1) {
      const search = {
        latitude: below(1800) / 10 - 90,
        longitude: below(3600) / 10 - 180,
        radius: below(3) === 0 ? below(5_000_000) : null,
        filter: below(2) === 0 ? randomSearchFilter(below) : {},
        page: { number: 1 + below(2), size: 20 },
      }
      await compare(search, ({ inView }) => inView.find(search))
    }
  })

  test('answers random searches for what pictures show alike', async () => {
    const below = numbersFrom(SEED)
    const same = randomVector(below)
    const vectors = new Map<number, readonly number[]>()
    // Equal vectors are ordered by the ids of their images.
    for (let id = 1; id <= IMAGES; id += 1)
      if (below(10) > 0) vectors.set(id, below(10) > 0 ? randomVector(below) : same)
    for (const opened of [onSqlite, onPostgres]) {
      await useModelFixture(opened, 'model')
      await storeEmbeddings(opened, vectors)
    }
    const { signal } = new AbortController()
    for (let run = 0; run < runsOf(50); run += 1) {
      const filter = below(2) === 0 ? randomSearchFilter(below) : {}
      const query = { filter, page: { number: 1 + below(3), size: 20 } }
      const [imageId, other] = [1 + below(IMAGES), 1 + below(IMAGES)]
      const similar = { ...query, imageId, duplicateOf: below(2) === 0 ? other : null }
      const described = { ...query, text: WORDS[below(WORDS.length)]! }
      const isSimilar = below(2) === 0
      await compare(isSimilar ? similar : described, ({ semanticSearch }) =>
        isSimilar
          ? semanticSearch.findSimilar(similar, 'here', signal)
          : semanticSearch.find(described, 'here', signal),
      )
    }
  })
})

function randomVector(below: Below): number[] {
  return Array.from({ length: TINY_SIGLIP.dimension }, () => below(2000) - 1000)
}
