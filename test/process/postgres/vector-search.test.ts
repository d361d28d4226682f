import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databasePath } from '../../../src/core/storage/disk/data-folder.ts'
import type { Reads } from '../../../src/core/database/store.ts'
import type { VectorHit, VectorSearch } from '../../../src/core/resident/postgres/vector-query.ts'
import { loadDump } from '../../../src/core/dump/load.ts'
import { installVectors } from '../../../src/core/resident/postgres/prepare-vectors.ts'
import { createVectorSearch } from '../../../src/core/resident/postgres/vector-search.ts'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import { silentLog } from '../../../src/core/base/log.ts'
import { createDatabaseRanking } from '../../../src/core/resident/postgres/database-ranking.ts'
import type {
  EmbeddingRanking,
  RankingRequest,
} from '../../../src/core/resident/vectors/embedding-ranking.ts'
import { searchableItself } from '../../../src/core/resident/index/searchable.ts'
import type { SearchTarget } from '../../../src/core/resident/vectors/messages.ts'
import type { SemanticPage } from '../../../src/core/queries/searches/semantic-search.ts'
import { encodeVector } from '../../../src/core/model/vectors/vector-encoding.ts'
import { createThreadedRanking } from '../../../src/core/resident/vectors/threaded-ranking.ts'
import { createVectors } from '../../bench/semantic/vectors.ts'
import { writeGeneratedDump } from '../../support/generated-dump.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { startPgvector, type PgvectorDatabase } from '../../support/pgvector.ts'
import { runsOf } from '../../support/property-runs.ts'
import { randomSearchFilter } from '../../support/random-search-filter.ts'
import { randomDumpTexts } from '../../support/random-texts.ts'
import { numbersFrom } from '../../support/seeded-numbers.ts'

const IMAGES = 600
const DIMENSION = 24
const MODEL = 1
const FIRST_PAGE = { number: 1, size: 20 }
const { signal } = new AbortController()

const below = numbersFrom(5)
const generated = createVectors(DIMENSION, 6)

let opened: TestCatalog
let postgres: PgvectorDatabase
let exact: EmbeddingRanking
/** Compares few images without the index, and so all of these. */
let compared: VectorSearch
let indexed: VectorSearch

beforeAll(async () => {
  opened = await openTestCatalog()
  const dump = join(opened.folder, 'dump')
  await writeGeneratedDump(dump, { seed: 8, images: IMAGES, texts: randomDumpTexts(100) })
  await loadDump(opened.catalog, dump, { acceptStaff: true })
  const file = databasePath(opened.data)
  const db = openConnection({ file })
  db.exec(`insert into embedding_model (key, name, wanted, answers) values ('one', 'one', 1, 1)`)
  const insert = db.prepare(
    `insert into embedding (image_id, model_id, picture, vector) values (?, ${MODEL}, 'x', ?)`,
  )
  const same = encodeVector(generated.nextImage())
  for (const id of db.prepare<[], number>('select id from image order by id').pluck().all())
    if (below(10) > 0) insert.run(id, below(10) > 0 ? encodeVector(generated.nextImage()) : same)
  postgres = await startPgvector(db)
  db.close()
  exact = createThreadedRanking(
    { clock: opened.clock, log: silentLog, reads: opened.catalog.reads },
    {
      searchable: searchableItself({ file, spatialite: null }),
      indexFile: join(opened.folder, 'vectors'),
      limits: { maxBytes: 2 ** 32 },
    },
  )
  await installVectors(postgres.db)
  compared = createVectorSearch(postgres.connect(), { log: silentLog })
  await compared.prepared
  indexed = createVectorSearch(postgres.connect(), { log: silentLog, maxCompared: 0 })
})

afterAll(async () => {
  for (const search of [compared, indexed, exact, postgres, opened])
    await search[Symbol.asyncDispose]()
})

const rankWith = (vectors: VectorSearch) =>
  createDatabaseRanking({
    vectors,
    reads: postgres.db as unknown as Reads,
    deadlineSeconds: 60,
    fallback: exact,
  })

/** Generates searches for texts and similar images, with random filters and pages. */
function* randomSearches(count: number): Generator<RankingRequest> {
  for (let run = 0; run < count; run += 1) {
    const imageId = 1 + below(IMAGES)
    const excluded = [imageId, 1 + below(IMAGES)]
    const target: SearchTarget = below(2) ? { vector: generated.nextText() } : { imageId, excluded }
    const page = { number: 1 + below(4), size: [1, 20, 100][below(3)]! }
    const filter = below(2) ? {} : randomSearchFilter(below)
    yield { modelId: MODEL, client: 'here', target, page, filter }
  }
}

const requestFor = (target: SearchTarget, page = FIRST_PAGE): RankingRequest => ({
  modelId: MODEL,
  client: 'here',
  target,
  page,
  filter: {},
})

async function find(vectors: VectorSearch, request: RankingRequest): Promise<SemanticPage> {
  const outcome = await rankWith(vectors).rank(request, signal)
  if ('problem' in outcome) throw new Error(outcome.problem)
  return outcome.page
}

const idsOf = (hits: readonly VectorHit[]) => hits.map(({ imageId }) => imageId)

test('finds what the exact scan finds, in the same order', async () => {
  let found = 0
  for (const search of randomSearches(runsOf(80))) {
    const expected = await exact.rank(search, signal)
    expect(await rankWith(compared).rank(search, signal), JSON.stringify(search)).toEqual(expected)
    if ('page' in expected) found += expected.page.hits.length
  }
  expect(found).toBeGreaterThan(runsOf(80))
})

test('finds practically all of the most similar images by the index', async () => {
  let [wanted, missed] = [0, 0]
  for (const search of randomSearches(runsOf(40))) {
    const expected = await exact.rank({ ...search, page: FIRST_PAGE }, signal)
    if ('problem' in expected) continue
    const { hits, count } = await find(indexed, { ...search, page: FIRST_PAGE })
    expect(count).toBe(expected.page.count)
    const ids = idsOf(hits)
    wanted += expected.page.hits.length
    missed += expected.page.hits.filter(({ imageId }) => !ids.includes(imageId)).length
  }
  expect(wanted).toBeGreaterThan(0)
  expect(1 - missed / wanted).toBeGreaterThanOrEqual(0.99)
})

test('shows every image on one page, with similarities that never increase', async () => {
  const target = { vector: generated.nextText() }
  const { count } = await find(indexed, requestFor(target))
  const pages: SemanticPage[] = []
  for (let number = 1; (number - 1) * 90 < count + 90; number += 1)
    pages.push(await find(indexed, requestFor(target, { number, size: 90 })))
  const hits = pages.flatMap((page) => page.hits)
  expect(new Set(idsOf(hits)).size).toBe(count)
  const similarities = hits.map(({ similarity }) => similarity)
  expect(similarities).toEqual(similarities.toSorted((a, b) => b - a))
})

test('follows embeddings that are replaced or deleted with their image', async () => {
  const vector = generated.nextImage()
  const target = { vector }
  const { hits, count } = await find(indexed, requestFor(target))
  const { imageId } = hits.at(-1)!
  await postgres.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('embedding').where('image_id', '=', imageId).execute()
    const values = {
      image_id: imageId,
      model_id: MODEL,
      picture: 'y',
      vector: encodeVector(vector),
    }
    await tx.insertInto('embedding').values(values).execute()
  })
  for (const search of [indexed, compared]) {
    const found = await find(search, requestFor(target))
    expect(found.hits[0]).toEqual({ imageId, similarity: expect.closeTo(1, 5) as number })
    expect(found.count).toBe(count)
  }
  await postgres.db.deleteFrom('image').where('id', '=', imageId).execute()
  for (const search of [indexed, compared]) {
    const found = await find(search, requestFor(target))
    expect(idsOf(found.hits)).not.toContain(imageId)
    expect(found.count).toBe(count - 1)
  }
  expect(await rankWith(indexed).rank(requestFor({ imageId, excluded: [] }), signal)).toEqual({
    problem: 'not_embedded',
  })
})

test('follows a change of the model, also to vectors of another length', async () => {
  const { db } = postgres
  const other = createVectors(DIMENSION * 2, 7)
  const { id } = await db
    .insertInto('embedding_model')
    .values({ key: 'two', name: 'two', wanted: 0, answers: 0, enqueued: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const request = { ...requestFor({ vector: other.nextText() }), modelId: id }
  const query = {
    modelId: id,
    target: other.nextText(),
    excluded: [],
    images: db.selectFrom('image').select('id'),
    page: FIRST_PAGE,
    timeoutMs: 60_000,
  }
  expect(await indexed.find(query, signal)).toEqual({ problem: 'not_indexed' })
  const { rows } = await sql<{ id: number }>`select image_id as id from embedding limit 30`.execute(
    db,
  )
  for (const image of rows) {
    const vector = encodeVector(other.nextImage())
    const values = { image_id: image.id, model_id: id, picture: 'x', vector }
    await db.insertInto('embedding').values(values).execute()
  }
  expect(await indexed.find(query, signal)).toMatchObject({ page: { count: 30 } })
  expect((await find(indexed, request)).hits.length).toBeGreaterThan(0)
  await db.deleteFrom('embedding').where('model_id', '=', id).execute()
  await db.deleteFrom('embedding_model').where('id', '=', id).execute()
  expect(await indexed.find(query, signal)).toEqual({ problem: 'not_indexed' })
})
