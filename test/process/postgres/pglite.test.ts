import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { postgis } from '@electric-sql/pglite-postgis'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reads, Store } from '../../../src/core/database/store.ts'
import { dumpCatalog } from '../../../src/core/dump/dump.ts'
import { loadDump } from '../../../src/core/dump/load.ts'
import { createStore } from '../../../src/core/database/postgres/open-store.ts'
import { createTrigramSearch } from '../../../src/core/database/postgres/text/trigram-search.ts'
import { EVENT_TYPES } from '../../../src/core/model/event-types.ts'
import { listActivity } from '../../../src/core/queries/feed/activity.ts'
import { findIds } from '../../../src/core/queries/lists/list-query.ts'
import { countStatistics } from '../../../src/core/queries/lists/statistics.ts'
import { createDatabaseTextSearch } from '../../../src/core/resident/postgres/database-text-search.ts'
import { writeGeneratedDump } from '../../support/generated-dump.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { pgliteConnector } from '../../support/pglite.ts'
import { hasExtension } from '../../support/postgres.ts'
import { runsOf } from '../../support/property-runs.ts'
import { listQueries } from '../../support/random-list-query.ts'
import { randomTextSearches } from '../../support/random-text-searches.ts'
import { randomDumpTexts } from '../../support/random-texts.ts'

const IMAGES = 120
const SEED = 19
const PAGE = { number: 1, size: 20 }

/** Tables that only triggers fill. */
const DERIVED = [
  'collection_count',
  'image_count',
  'subject_count',
  'user_count',
  'point_current',
  'area_current',
] as const

/** It starts for many seconds, and takes a gigabyte of memory. */
const isLeftOut = hasExtension('postgis') && env.CATALOG_TEST_PGLITE !== '1'

/** For machines without PostgreSQL. The single connection leaves nodes, locks and everything in parallel untested. */
describe.skipIf(isLeftOut)('a sample of the SQL for PostgreSQL, on PGlite', () => {
  let onSqlite: TestCatalog
  let pglite: PGlite
  let connect: ReturnType<typeof pgliteConnector>
  let store: Store

  beforeAll(async () => {
    onSqlite = await openTestCatalog()
    pglite = await PGlite.create({ extensions: { postgis, pg_trgm } })
    connect = pgliteConnector(pglite)
    store = await createStore({ writing: connect(), reading: connect() }, {})
    const { catalog, folder } = onSqlite
    const dump = join(folder, 'dump')
    await writeGeneratedDump(dump, { seed: SEED, images: IMAGES, texts: randomDumpTexts(300) })
    const { reads, write } = store
    await loadDump({ ...catalog, reads, write }, dump, { acceptStaff: true })
    await loadDump(catalog, dump, { acceptStaff: true })
  }, 600_000)

  afterAll(async () => {
    await store[Symbol.asyncDispose]()
    await pglite.close()
    await onSqlite[Symbol.asyncDispose]()
  })

  /** Expects equal answers of both engines, or equal errors. */
  async function compare(question: (reads: Reads) => Promise<unknown>, asked?: unknown) {
    const expected = await question(onSqlite.catalog.reads).catch(String)
    expect(await question(store.reads).catch(String), JSON.stringify(asked)).toEqual(expected)
  }

  async function compareRows(): Promise<void> {
    for (const table of DERIVED)
      await compare(async (reads) => {
        const rows = await reads.selectFrom(table).selectAll().execute()
        return rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()
      }, table)
    await compare(countStatistics)
  }

  async function compareLists(): Promise<void> {
    await compare((reads) => listActivity(reads, { types: EVENT_TYPES, limit: 100 }))
    for (const query of fc.sample(listQueries, { seed: SEED, numRuns: runsOf(60) }))
      await compare((reads) => findIds(reads, query), query)
  }

  test('answers random lists like SQLite after a load', async () => {
    await compareRows()
    await compareLists()
  })

  test('answers random searches for texts like the index, with and without trigram indexes', async () => {
    const { signal } = new AbortController()
    for (const maxCompared of [IMAGES, 0]) {
      const connections = { searching: connect(), cancelling: connect() }
      await using trigrams = await createTrigramSearch(connections, maxCompared)
      const search = createDatabaseTextSearch({
        trigrams,
        reads: store.reads,
        deadlineSeconds: 60,
      })
      for (const random of randomTextSearches(runsOf(30))) {
        const asked = { ...random, page: PAGE }
        const expected = await onSqlite.catalog.textSearch.find(asked, 'here', signal)
        expect(await search.find(asked, 'here', signal), JSON.stringify(asked)).toEqual(expected)
      }
    }
  })

  test('writes the same dump', async () => {
    const { catalog, folder } = onSqlite
    const [one, other] = [join(folder, 'one'), join(folder, 'other')]
    await dumpCatalog(catalog, one, { files: false })
    await dumpCatalog({ ...catalog, snapshot: store.snapshot }, other, { files: false })
    const lines = async (dump: string) => await readFile(join(dump, 'catalog.ndjson'), 'utf8')
    expect((await lines(other)) === (await lines(one))).toBe(true)
  })

  test('counts like SQLite after changes', async () => {
    for (const { write } of [store, onSqlite.catalog]) {
      await write(async (tx) => {
        await tx.updateTable('collection').set({ public: 0 }).where('id', '=', 1).execute()
        await tx.deleteFrom('comment').where('image_id', '=', 3).execute()
        await tx.deleteFrom('image').where('id', '=', 5).execute()
        await tx.updateTable('image').set({ collection_id: 2 }).where('id', '<', 20).execute()
      })
    }
    await compareRows()
    await compareLists()
  })
})
