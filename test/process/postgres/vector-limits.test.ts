import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkVectors } from '../../../src/cli/doctor/check-vectors.ts'
import { readVectorSupport } from '../../../src/core/resident/postgres/inspect-vectors.ts'
import type { VectorSearch } from '../../../src/core/resident/postgres/vector-query.ts'
import { connect } from '../../../src/core/database/postgres/connect.ts'
import { createVectorSearch } from '../../../src/core/resident/postgres/vector-search.ts'
import { silentLog } from '../../../src/core/base/log.ts'
import { createDatabaseRanking } from '../../../src/core/resident/postgres/database-ranking.ts'
import { EmbeddingSearch } from '../../../src/core/resident/vectors/semantic-search.ts'
import { searchableItself } from '../../../src/core/resident/index/searchable.ts'
import { createThreadedRanking } from '../../../src/core/resident/vectors/threaded-ranking.ts'
import { storeEmbedding, useModelFixture } from '../../support/embedding-models.ts'
import { openPostgresCatalog } from '../../support/postgres-catalog.ts'
import {
  hasExtension,
  postgresIsMissing,
  startPostgres,
  type Postgres,
} from '../../support/postgres.ts'
import { createSeed } from '../../support/seed.ts'

const { signal } = new AbortController()
const PAGE = { number: 1, size: 20 }

describe.skipIf(postgresIsMissing('postgis') || hasExtension('vector'))(
  'PostgreSQL without pgvector',
  () => {
    let postgres: Postgres
    let url: string
    let opened: Awaited<ReturnType<typeof openPostgresCatalog>>
    let imageId: number

    beforeAll(async () => {
      postgres = await startPostgres('postgis')
      url = await postgres.createCatalog()
      opened = await openPostgresCatalog(url, {
        CATALOG_VECTORS: 'pgvector',
        CATALOG_SEARCH_SECONDS: '60',
      })
      await useModelFixture(opened, 'first')
      const seed = createSeed(opened)
      imageId = await seed.image()
      await storeEmbedding(opened, imageId, [1, 2])
      await storeEmbedding(opened, await seed.image(), [2, 1])
    })

    afterAll(async () => {
      await opened[Symbol.asyncDispose]()
      await postgres[Symbol.asyncDispose]()
    })

    test('compares embeddings itself', async () => {
      const query = { imageId, duplicateOf: null, filter: {}, page: PAGE }
      const { semanticSearch } = opened.catalog
      expect(await semanticSearch.findSimilar(query, 'a', signal)).toMatchObject({ count: 1 })
    })

    test('names the package to install in the report of doctor', async () => {
      expect(await checkVectors(url, readVectorSupport)).toEqual([
        {
          check: 'vectors',
          state: 'warning',
          message:
            'PostgreSQL 15 lacks the extension vector. Each server compares embeddings itself.',
          hint: 'Install it where PostgreSQL runs. On Debian: apt install postgresql-15-pgvector',
        },
      ])
    })

    describe('a search that waits for a lock', () => {
      let vectors: VectorSearch

      beforeAll(async () => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        // Searches only look for the index before they read the embedding of the image.
        await client.query(`create table embedding_halfvec_1 (image_id bigint);
          create index embedding_halfvec_1_nearest on embedding_halfvec_1 (image_id)`)
        await client.end()
        const [searching, cancelling, preparing] = [
          connect(url, 4),
          connect(url, 1),
          connect(url, 1),
        ]
        vectors = createVectorSearch({ searching, cancelling, preparing }, { log: silentLog })
      })

      afterAll(() => vectors[Symbol.asyncDispose]())

      const searchWithin = (searchSeconds: number) => {
        const { catalog } = opened
        const { reads } = catalog
        const fallback = createThreadedRanking(
          { ...catalog, log: silentLog },
          {
            searchable: searchableItself({ file: '/nowhere', spatialite: null }),
            indexFile: '/nowhere',
            limits: { maxBytes: 2 ** 32 },
          },
        )
        const options = { vectors, reads, deadlineSeconds: searchSeconds, fallback }
        const config = { ...catalog.config, searchSeconds }
        return new EmbeddingSearch({ ...catalog, config }, createDatabaseRanking(options))
      }

      async function lockEmbeddings(): Promise<AsyncDisposable> {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        await client.query('begin; lock table embedding in access exclusive mode')
        return { [Symbol.asyncDispose]: () => client.end() }
      }

      const countWaiting = async () => {
        const rows = await postgres.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%vector%'`,
        )
        return rows.length
      }

      const findSimilar = (search: EmbeddingSearch, client: string, of = signal) =>
        search.findSimilar({ imageId, duplicateOf: null, filter: {}, page: PAGE }, client, of)

      test('is rejected after its deadline', async () => {
        await using _lock = await lockEmbeddings()
        await expect(findSimilar(searchWithin(0.2), 'a')).rejects.toMatchObject({
          kind: 'unavailable',
          message: 'The search took longer than 0.2 seconds. Try again in 10 seconds.',
          details: { retryAfterSeconds: 10 },
        })
        expect(await countWaiting()).toBe(0)
      })

      test('is stopped by the database after its timeout', async () => {
        await using _lock = await lockEmbeddings()
        const images = opened.catalog.reads.selectFrom('image').select('id')
        const query = { modelId: 1, target: imageId, excluded: [], page: PAGE, images }
        expect(await vectors.find({ ...query, timeoutMs: 100 }, signal)).toEqual({
          problem: 'too_slow',
        })
      })

      test('is cancelled when its client disconnects', async () => {
        await using _lock = await lockEmbeddings()
        const client = new AbortController()
        const search = findSimilar(searchWithin(60), 'a', client.signal)
        await expect.poll(countWaiting).toBe(1)
        client.abort(new Error('gone'))
        await expect(search).rejects.toThrow('gone')
        expect(await countWaiting()).toBe(0)
      })

      test('waits with others of its client, and a few of all clients run at once', async () => {
        const search = searchWithin(60)
        const started: Promise<unknown>[] = []
        {
          await using _lock = await lockEmbeddings()
          for (const client of ['a', 'a', 'b', 'c', 'd', 'e'])
            started.push(findSimilar(search, client).catch(() => undefined))
          await expect.poll(countWaiting).toBe(4)
        }
        await Promise.all(started)
      })
    })
  },
)
