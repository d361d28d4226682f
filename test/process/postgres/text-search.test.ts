import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDump } from '../../../src/core/dump/load.ts'
import { openTrigramSearch } from '../../../src/core/database/postgres/text/trigram-search.ts'
import { createDatabaseTextSearch } from '../../../src/core/resident/postgres/database-text-search.ts'
import { splitWords } from '../../../src/core/resident/text/trigrams.ts'
import type { TrigramSearch } from '../../../src/core/database/trigram-search.ts'
import { writeGeneratedDump } from '../../support/generated-dump.ts'
import { openPostgresCatalog } from '../../support/postgres-catalog.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { runsOf } from '../../support/property-runs.ts'
import { randomTextSearches } from '../../support/random-text-searches.ts'
import { randomDumpTexts } from '../../support/random-texts.ts'
import { numbersFrom } from '../../support/seeded-numbers.ts'

const IMAGES = 500
const FIRST_PAGE = { number: 1, size: 20 }
const CHURCH = { text: 'church', threshold: 0.7, filter: {}, page: FIRST_PAGE }

const { signal } = new AbortController()

type Opened = Awaited<ReturnType<typeof openPostgresCatalog>>

describe.skipIf(postgresIsMissing('pg_trgm') || postgresIsMissing('postgis'))(
  'text search by PostgreSQL',
  () => {
    let postgres: Postgres
    let url: string
    let byIndex: Opened
    let byDatabase: Opened
    let trigrams: TrigramSearch

    beforeAll(async () => {
      postgres = await startPostgres('postgis')
      url = await postgres.createCatalog()
      byIndex = await openPostgresCatalog(url)
      await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
      const dump = join(folder.path, 'dump')
      await writeGeneratedDump(dump, { seed: 4, images: IMAGES, texts: randomDumpTexts(2000) })
      await loadDump(byIndex.catalog, dump, { acceptStaff: true })
      const { data } = byIndex.catalog.config
      const settings = { CATALOG_FILES: data, CATALOG_TEXT: 'pg_trgm' }
      byDatabase = await openPostgresCatalog(url, settings)
      // No images are few enough to compare all their texts.
      trigrams = await openTrigramSearch(url, 0)
    })

    afterAll(async () => {
      await trigrams[Symbol.asyncDispose]()
      await byDatabase[Symbol.asyncDispose]()
      await byIndex[Symbol.asyncDispose]()
      await postgres[Symbol.asyncDispose]()
    })

    /** Locks a table, so that searches wait. */
    async function lockComments(): Promise<AsyncDisposable> {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query('begin; lock table comment in access exclusive mode')
      return { [Symbol.asyncDispose]: () => client.end() }
    }

    const countWaiting = async () => {
      const rows = await postgres.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%word_similarity%'`,
      )
      return rows.length
    }

    const searchWithin = (deadlineSeconds: number) =>
      createDatabaseTextSearch({ trigrams, reads: byDatabase.catalog.reads, deadlineSeconds })

    test('finds the same as the index, in the same order, with and without trigram indexes', async () => {
      let found = 0
      for (const search of randomSearches(runsOf(100))) {
        const expected = await byIndex.catalog.textSearch.find(search, 'here', signal)
        for (const textSearch of [byDatabase.catalog.textSearch, searchWithin(60)])
          expect(await textSearch.find(search, 'here', signal), JSON.stringify(search)).toEqual(
            expected,
          )
        if (expected.count > 0) found += 1
      }
      expect(found).toBeGreaterThan(runsOf(30))
    })

    test('finds whole words, and images without them, as the index does', async () => {
      let found = 0
      for (const search of randomSearches(runsOf(60))) {
        // Others have the trigrams of longer words.
        const words = splitWords(search.text)
          .filter((word) => !/(.)\1\1|(..).*\2/u.test(word))
          .slice(0, 2)
        if (words.length === 0) continue
        for (const isFound of [true, false]) {
          const whole = { words: words.map((word) => [word, `${word}s`]), isFound }
          const query = { ...search, text: words.join(' '), threshold: 1, whole, hasDecades: true }
          const expected = await byIndex.catalog.textSearch.find(query, 'here', signal)
          const searches = [byDatabase.catalog.textSearch, ...(isFound ? [searchWithin(60)] : [])]
          for (const textSearch of searches)
            expect(await textSearch.find(query, 'here', signal), JSON.stringify(query)).toEqual(
              expected,
            )
          if (isFound && expected.count > 0) found += 1
        }
      }
      expect(found).toBeGreaterThan(runsOf(5))
    })

    test('searches for words and subjects with characters that PostgreSQL cannot take', async () => {
      for (const { catalog } of [byIndex, byDatabase]) {
        const filter = { subjects: { ids: [], kbIds: ['\0'] } }
        const separated = { ...CHURCH, text: 'old\0church' }
        const spaced = { ...CHURCH, text: 'old church' }
        const { textSearch } = catalog
        expect(await textSearch.find({ ...CHURCH, filter }, 'a', signal)).toEqual({
          hits: [],
          count: 0,
        })
        expect(await textSearch.find(separated, 'a', signal)).toEqual(
          await textSearch.find(spaced, 'a', signal),
        )
      }
    })

    test('a search that exceeds its deadline says what to do', async () => {
      await using _lock = await lockComments()
      const failure = searchWithin(0.2).find(CHURCH, 'a', signal)
      await expect(failure).rejects.toMatchObject({
        kind: 'unavailable',
        message:
          'The search took longer than 0.2 seconds. Search for fewer or longer words, lower the threshold, or filter by collection, source, subject or year.',
        details: { retryAfterSeconds: 10 },
      })
      expect(await countWaiting()).toBe(0)
    })

    test('the database stops a search by itself after its timeout', async () => {
      await using _lock = await lockComments()
      const images = byDatabase.catalog.reads.selectFrom('image').select('id')
      const { text, threshold, page } = CHURCH
      const query = { text, threshold, page, images, lowerBound: 0.2, timeoutMs: 100 }
      expect(await trigrams.find(query, signal)).toBeUndefined()
    })

    test('the search of a client that disconnects is cancelled', async () => {
      await using _lock = await lockComments()
      const client = new AbortController()
      const search = searchWithin(60).find(CHURCH, 'a', client.signal)
      await expect.poll(countWaiting).toBe(1)
      client.abort(new Error('gone'))
      await expect(search).rejects.toThrow('gone')
      expect(await countWaiting()).toBe(0)
    })

    test('a few searches run at once, one of each client, and a few wait', async () => {
      const textSearch = searchWithin(60)
      const outcomes: Promise<string>[] = []
      {
        await using _lock = await lockComments()
        for (const client of ['a', 'a', 'b', 'c', 'd', 'e', 'e', 'e', 'e', 'e', 'e', 'e', 'e']) {
          const search = textSearch.find(CHURCH, client, signal)
          outcomes.push(
            search.then(
              () => client,
              (error: Error) => error.message,
            ),
          )
        }
        await expect.poll(countWaiting).toBe(4)
      }
      const rejected = 'Too many searches are waiting. Try again in 5 seconds.'
      expect(await Promise.all(outcomes)).toEqual(
        ['a', 'a', 'b', 'c', 'd'].concat(Array(7).fill('e'), [rejected]),
      )
    })

    test('nodes that start at once share the indexes', async () => {
      const fresh = await postgres.createCatalog()
      await using _catalog = await openPostgresCatalog(fresh)
      const nodes = await Promise.all(Array.from({ length: 3 }, () => openTrigramSearch(fresh)))
      for (const node of nodes) await node[Symbol.asyncDispose]()
      const client = new pg.Client({ connectionString: fresh })
      await client.connect()
      const { rows } = await client.query(
        `select from pg_indexes where indexdef like '%gin_trgm_ops%'`,
      )
      await client.end()
      expect(rows).toHaveLength(5)
    })

    test('rejects a database whose locale knows no letters but those of ASCII', async () => {
      await postgres.query(`create database narrow template template0 locale 'C' encoding 'UTF8'`)
      const address = url.replace(/database_\d+/, 'narrow')
      await using _catalog = await openPostgresCatalog(address)
      await expect(openTrigramSearch(address)).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('LC_CTYPE') as string,
      })
    })
  },
)

/** Returns random searches with random pages. */
function randomSearches(count: number) {
  const below = numbersFrom(3)
  return randomTextSearches(count).map((search) => ({
    ...search,
    page: { number: 1 + below(3), size: [1, 20, IMAGES][below(3)]! },
  }))
}
