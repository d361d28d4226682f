/**
 * The log of public changes on both engines, with 100,000 images in one collection: how long other writers wait while the
 * collection is hidden and published, and while jobs record that; and lists with `modified_since`. `IMAGES` changes the number.
 */

import { sql } from 'kysely'
import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/core/base/clock.ts'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { pointGeometry } from '../../src/core/database/sql.ts'
import type { Tx } from '../../src/core/database/store.ts'
import { editRecord } from '../../src/core/writes/edit-record.ts'
import { rebuildActivity } from '../../src/core/writes/feed/rebuild.ts'
import { runWaitingJobs } from '../support/change-campaign.ts'
import { hostContext } from '../support/host-context.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { openPostgresCatalog } from '../support/postgres-catalog.ts'
import { startPostgres } from '../support/postgres.ts'
import { createSeed } from '../support/seed.ts'
import { percentile, reportFigure, showMs, startTable } from './support/table.ts'

const IMAGES = Number(env.IMAGES ?? 100_000)
const SUBJECTS = 1000
const BATCH_SIZE = 1000
const LISTS = 20
const NEWEST = [{ field: 'order', descending: true }] as const

const print = startTable('engine', 'what', 'ms', 'median wait of a writer', 'longest wait')

{
  await using onSqlite = await openTestCatalog()
  await measure('SQLite', onSqlite)
}
await using postgres = await startPostgres('postgis', { autovacuum: 'on' })
await using onPostgres = await openPostgresCatalog(await postgres.createDatabase())
await measure('PostgreSQL', onPostgres)

async function measure(engine: string, opened: { catalog: Catalog }): Promise<void> {
  const { catalog } = opened
  const collection = await fill(opened)
  await catalog.lists.warmUp()
  for (const isPublic of [false, true]) {
    const name = isPublic ? 'publish' : 'hide'
    const change = () =>
      catalog.write((tx) => editRecord(tx, editOf(collection, isPublic), hostContext(systemClock)))
    const changed = await timeBesideWriter(catalog, change)
    print(engine, `${name} the collection`, ...changed)
    const recorded = await timeBesideWriter(catalog, () => runWaitingJobs(catalog))
    print(engine, 'record that', ...recorded)
    const [ms, , longest] = recorded
    reportFigure(
      `longest wait of a writer on ${engine}, while jobs record how a collection of ${IMAGES} images ${isPublic ? 'appeared' : 'vanished'}`,
      `${longest} ms`,
      `all of it takes ${ms} ms`,
    )
  }
  const [first, ...others] = await timeLists(catalog)
  print(engine, 'list all changed images, at first', showMs(first ?? 0), '', '')
  print(engine, 'since other times, median', showMs(percentile(others, 0.5)), '', '')
}

function editOf(id: number, isPublic: boolean) {
  return { table: 'collection', id, edit: { public: isPublic } } as const
}

/** Places every other image, and gives each a subject. Returns the collection. */
async function fill({ catalog }: { catalog: Catalog }): Promise<number> {
  const seed = createSeed({ catalog })
  const [collection, user] = [await seed.collection(), await seed.user()]
  // Other writers change it.
  await seed.image({ id: 1, collection_id: await seed.collection() })
  for (let id = 1; id <= SUBJECTS; id += 1) await seed.subject({ id })
  // PostgreSQL keeps all versions that one transaction makes of a count.
  for (let first = 2; first <= IMAGES + 1; first += BATCH_SIZE)
    await catalog.write((tx) => addImages(tx, first, { collection, user }))
  await catalog.write(async (tx) => {
    await rebuildActivity(tx)
    await sql`analyze`.execute(tx)
  })
  return collection
}

async function addImages(
  tx: Tx,
  first: number,
  { collection, user }: { collection: number; user: number },
): Promise<void> {
  const last = Math.min(first + BATCH_SIZE - 1, IMAGES + 1)
  const numbers = sql`with recursive n (i) as
    (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(last)})`
  await sql`insert into image (id, collection_id, title, rotation, mirror, from_above, will_not_georef, created_at)
      ${numbers} select i, ${sql.lit(collection)}, 'Image', 0, 'none', 0, 0, 0 from n`.execute(tx)
  await sql`insert into image_subject (image_id, subject_id, position, tagged_at)
      ${numbers} select i, i % ${sql.lit(SUBJECTS)} + 1, 1, i from n`.execute(tx)
  await sql`insert into georeference (image_id, latitude, longitude, confidence, user_id, created_at, geom)
      ${numbers} select i, 0, 0, 'high', ${sql.lit(user)}, i, ${pointGeometry(0, 0)} from n where i % 2 = 0`.execute(
    tx,
  )
}

/** @returns the time of the work, and the waits of short writes by another writer meanwhile */
async function timeBesideWriter(
  catalog: Catalog,
  work: () => Promise<unknown>,
): Promise<[ms: string, median: string, longest: string]> {
  const done = new AbortController()
  const waits: number[] = []
  const writing = (async () => {
    while (!done.signal.aborted) {
      const title = `Title ${waits.length}`
      const write = catalog.write((tx) =>
        tx.updateTable('image').set({ title }).where('id', '=', 1).execute(),
      )
      waits.push(await timed(() => write))
      await pause(5)
    }
  })()
  const ms = await timed(work)
  done.abort()
  await writing
  return [showMs(ms), showMs(percentile(waits, 0.5)), showMs(Math.max(...waits))]
}

/** Lists what changed since different times, which no cache knows. */
async function timeLists({ lists }: Catalog): Promise<number[]> {
  const times: number[] = []
  for (let modifiedSince = 0; modifiedSince < LISTS; modifiedSince += 1) {
    const filter = { visibility: 'public', modifiedSince } as const
    const page = { number: 1, size: 50 }
    const query = { list: 'images', filter, terms: NEWEST, page } as const
    times.push(await timed(() => lists.ask('page', query)))
  }
  return times
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
