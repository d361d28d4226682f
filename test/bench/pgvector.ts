/**
 * Searches of embeddings by pgvector, beside the comparison of all embeddings by the program itself: how many of the most
 * similar images up to a page of 20 are found, with and without filters, and the time after the text is embedded. PGlite runs pgvector
 * as WebAssembly, so a PostgreSQL server takes less time. `PGVECTOR_IMAGES` sets the number of images (20000 by default),
 * `PGVECTOR_DIMENSION` the length of the vectors (512 by default).
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, exit } from 'node:process'
import type { Database } from 'better-sqlite3'
import { sql } from 'kysely'
import { systemClock } from '../../src/core/base/clock.ts'
import { databasePath } from '../../src/core/storage/disk/data-folder.ts'
import type { Reads } from '../../src/core/database/store.ts'
import { installVectors } from '../../src/core/resident/postgres/prepare-vectors.ts'
import { createVectorSearch } from '../../src/core/resident/postgres/vector-search.ts'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import { createLog } from '../../src/core/base/log.ts'
import { createDatabaseRanking } from '../../src/core/resident/postgres/database-ranking.ts'
import type { EmbeddingRanking } from '../../src/core/resident/vectors/embedding-ranking.ts'
import type { SearchFilter } from '../../src/core/queries/searches/search-filter.ts'
import { searchableItself } from '../../src/core/resident/index/searchable.ts'
import { createThreadedRanking } from '../../src/core/resident/vectors/threaded-ranking.ts'
import { startPgvector } from '../support/pgvector.ts'
import { openSemanticCatalog } from './semantic/catalog.ts'
import { createVectors } from './semantic/vectors.ts'
import { percentile, showMs, startTable, reportFigure } from './support/table.ts'

const IMAGES = Number(env.PGVECTOR_IMAGES ?? 20_000)
const DIMENSION = Number(env.PGVECTOR_DIMENSION ?? 512)
const SEARCHES = 50
const SIZE = 20
const MIN_RECALL = 0.99
const QUERY_SEED = 2
const { signal } = new AbortController()

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const file = databasePath(await openSemanticCatalog(IMAGES, DIMENSION))
const db = openConnection({ file, readonly: true })
const log = createLog('info')
const started = performance.now()
await using postgres = await startPgvector(db)
await using exact = createThreadedRanking(
  { clock: systemClock, log, reads: postgres.db as unknown as Reads },
  {
    searchable: searchableItself({ file, spatialite: null }),
    indexFile: join(folder.path, 'index'),
    limits: { maxBytes: 2 ** 32 },
  },
)
console.log(`copied in ${((performance.now() - started) / 1000).toFixed(0)} s`)
await installVectors(postgres.db)
await using vectors = createVectorSearch(postgres.connect(), { log, maxCompared: IMAGES / 20 })
await vectors.prepared
const byDatabase = createDatabaseRanking({
  vectors,
  reads: postgres.db as unknown as Reads,
  deadlineSeconds: 3600,
  fallback: exact,
})
const size = await sql<{ bytes: number }>`
  select pg_total_relation_size('embedding_halfvec_1') as bytes`.execute(postgres.db)
console.log(`${((size.rows[0]?.bytes ?? 0) / IMAGES).toFixed(0)} bytes per image`)
console.log(`${IMAGES} vectors of ${DIMENSION}, load ${loadavg()[0]?.toFixed(1)}`)

const generated = createVectors(DIMENSION, QUERY_SEED)
const targets = Array.from({ length: SEARCHES }, (_, n) =>
  n % 5 < 4 ? generated.nextText() : generated.nextImage(),
)
const row = startTable(
  'filter',
  'images',
  'recall',
  'least',
  'exact p50 ms',
  'p95 ms',
  'pgvector p50 ms',
  'p95 ms',
)
let least = 1
for (const [name, filter, page = 1] of listFilters(db)) {
  const recall = await measure(name, filter, page)
  if (page === 1) least = Math.min(least, recall)
}
reportFigure(`recall of pgvector, of ${IMAGES} vectors`, String(least), `at least ${MIN_RECALL}`)
if (least < MIN_RECALL) console.log(`✗ recall ${least}`)
exit(least < MIN_RECALL ? 1 : 0)

/**
 * Measures a page. Returns the share of the images up to that page that the database finds there, too: one that is missed
 * moves all that follow by one position.
 */
async function measure(name: string, filter: SearchFilter, number: number): Promise<number> {
  const shares: number[] = []
  const times: { exact: number; database: number }[] = []
  let count = 0
  for (const vector of targets) {
    const page = { number, size: SIZE }
    const [inExact, inDatabase] = [
      await find(exact, { vector, filter, page }),
      await find(byDatabase, { vector, filter, page }),
    ]
    times.push({ exact: inExact.ms, database: inDatabase.ms })
    count = inDatabase.count
    if (count !== inExact.count) throw new Error(`${count} images, not ${inExact.count}`)
    const upToPage = { vector, filter, page: { number: 1, size: number * SIZE } }
    const { ids: wanted } = await find(exact, upToPage)
    const found = new Set((await find(byDatabase, upToPage)).ids)
    shares.push(wanted.filter((id) => found.has(id)).length / Math.max(1, wanted.length))
  }
  const recall = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const show = (of: 'exact' | 'database') =>
    [0.5, 0.95].map((share) =>
      showMs(
        percentile(
          times.map((time) => time[of]),
          share,
        ),
      ),
    )
  row(name, count, recall.toFixed(4), Math.min(...shares), ...show('exact'), ...show('database'))
  return recall
}

interface Query {
  vector: Float32Array
  filter: SearchFilter
  page: { number: number; size: number }
}

async function find(ranking: EmbeddingRanking, { vector, ...query }: Query) {
  const started = performance.now()
  const request = { modelId: 1, client: '', target: { vector }, ...query }
  const outcome = await ranking.rank(request, signal)
  if ('problem' in outcome) throw new Error(outcome.problem)
  const { hits, count } = outcome.page
  return { ids: hits.map(({ imageId }) => imageId), count, ms: performance.now() - started }
}

function listFilters(catalog: Database): [string, SearchFilter, number?][] {
  const ofSize = (share: number) => ({ collections: [findCollection(catalog, IMAGES * share)] })
  return [
    ['none', {}],
    ['georeferenced', { georeferenced: true }],
    ['years', { yearMin: 1900, yearMax: 1930 }],
    ['decade', { yearMin: 1900, yearMax: 1909 }],
    ['large collection', ofSize(0.1)],
    ['small collection', ofSize(0.01)],
    ['collection and decade', { ...ofSize(0.1), yearMin: 1900, yearMax: 1909 }],
    ['none, page 9', {}, 9],
    ['none, page 20', {}, 20],
    ['none, page 200', {}, 200],
  ]
}

/** Returns the public collection whose number of images is nearest to this one. */
function findCollection(catalog: Database, images: number): number {
  return catalog
    .prepare<[number], number>(
      `select collection_id from image join collection on collection.id = collection_id
       join source on source.id = source_id where collection.public = 1 and source.public = 1
       group by collection_id order by abs(count(*) - ?) limit 1`,
    )
    .pluck()
    .get(images)!
}
