/**
 * The activity feed of a large catalog: time and memory of a rebuild, time to record one more georeference, and time
 * to read pages, the newest and old ones. `GEOREFERENCES` sets their number (200,000 by default).
 */

import { sql } from 'kysely'
import { env } from 'node:process'
import { rebuildActivity } from '../../src/core/writes/feed/rebuild.ts'
import { recordGeoreference } from '../../src/core/writes/feed/record.ts'
import { EVENT_TYPES, type EventType } from '../../src/core/model/event-types.ts'
import { listImages } from '../../src/core/queries/images/images.ts'
import { listActivity } from '../../src/core/queries/feed/activity.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { reportFigure } from './support/table.ts'

const GEOREFERENCES = Number(env.GEOREFERENCES ?? 200_000)
const USERS = 500
const COLLECTIONS = 50
const SUBJECTS = 2000

await using here = await openTestCatalog()
const { catalog, seed, clock } = here
await fill()
await measureRebuild()
const images = await measurePages()
await measureRecording()
await measureLargeGroups(images)

async function fill(): Promise<void> {
  for (let id = 1; id <= USERS; id += 1) await seed.user({ id })
  for (let id = 1; id <= COLLECTIONS; id += 1) {
    await seed.collection({ id, public: id % 10 === 0 ? 0 : 1 })
  }
  for (let id = 1; id <= SUBJECTS; id += 1) await seed.subject({ id })
  const images = Math.ceil(GEOREFERENCES / 2)
  const numbers = (count: number) =>
    sql`(with recursive n (n) as (select 1 union all select n + 1 from n where n < ${sql.lit(count)})
      select n from n)`
  const start = sql.lit(clock.now() - GEOREFERENCES * 60_000_000)
  await catalog.write(async (tx) => {
    await sql`insert into image (id, collection_id, title, rotation, mirror, from_above,
        will_not_georef, created_at)
      select n, n % ${sql.lit(COLLECTIONS)} + 1, 'Image ' || n, 0, 'none', 0, 0, n
      from ${numbers(images)}`.execute(tx)
    await sql`insert into image_subject (image_id, subject_id, position, tagged_by, tagged_at)
      select n, (n * 7919) % ${sql.lit(SUBJECTS)} + 1, 1, n / 1000 % 20 + 1, ${start} + n * 1000000
      from ${numbers(images)}`.execute(tx)
    // One a minute, about fifty by each user in turn.
    await sql`insert into georeference (image_id, latitude, longitude, confidence, user_id, created_at, geom)
      select (n * 31) % ${sql.lit(images)} + 1, 0, 0, 'high',
        (n / 50 + n % 3) % ${sql.lit(USERS)} + 1, ${start} + n * 60000000, MakePoint(0, 0, 4326)
      from ${numbers(GEOREFERENCES)}`.execute(tx)
    await sql`insert into comment (image_id, text, commented_by, created_at)
      select n, 'Seen in ' || n, n % ${sql.lit(USERS)} + 1, ${start} + n * 120000000
      from ${numbers(images)}`.execute(tx)
  })
}

async function measureRebuild(): Promise<void> {
  const before = process.memoryUsage.rss()
  const { result, ms } = await timed(() => catalog.write(rebuildActivity))
  const megabytes = Math.round((process.memoryUsage.rss() - before) / 1e6)
  console.log(
    `rebuild of ${result} events from ${GEOREFERENCES} georeferences: ${(ms / 1000).toFixed(2)} s, ${megabytes} MB more`,
  )
}

/** @returns the time of a page of images, for comparison */
async function measurePages(): Promise<string> {
  const list = () => listImages(catalog, { visibility: 'public' }, [], { number: 2, size: 100 })
  const images = `100 images: ${await median(list)} ms`
  const end = clock.now()
  const places: [string, number][] = [
    ['newest', end + 1],
    ['half way back', end - (GEOREFERENCES / 2) * 60_000_000],
    ['the oldest', end - (GEOREFERENCES - 500) * 60_000_000],
  ]
  for (const [where, before] of places) {
    const time = `${await median(page(before, EVENT_TYPES))} ms`
    reportFigure(`100 events of ${GEOREFERENCES} georeferences, ${where}`, time, images)
  }
  for (const type of EVENT_TYPES) {
    console.log(`100 of ${type}: ${await median(page(end + 1, [type]))} ms`)
  }
  return images
}

function page(before: number, types: readonly EventType[]) {
  return () => listActivity(catalog.reads, { before, types, limit: 100 })
}

async function measureRecording(): Promise<void> {
  const recorded = await insertMore(recordGeoreference)
  const bare = await insertMore()
  reportFigure(
    'inserting and recording one more georeference',
    `${recorded.toFixed(2)} ms`,
    `inserting only: ${bare.toFixed(2)} ms`,
  )
}

/** @returns milliseconds for each georeference */
async function insertMore(record?: typeof recordGeoreference): Promise<number> {
  const more = 500
  let at = clock.now()
  const { ms } = await timed(() =>
    catalog.write(async (tx) => {
      for (let made = 0; made < more; made += 1) {
        at += 10_000_000
        const userId = (made % 7) + 1
        await sql`insert into georeference
            (image_id, latitude, longitude, confidence, user_id, created_at, geom)
          values (1, 0, 0, 'high', ${userId}, ${at}, MakePoint(0, 0, 4326))`.execute(tx)
        await record?.(tx, { userId, at })
      }
    }),
  )
  return ms / more
}

/** A hundred groups of a thousand images, and as many events that the public does not see. */
async function measureLargeGroups(images: string): Promise<void> {
  const at = clock.now() + 1e12
  await catalog.write(async (tx) => {
    await sql`with recursive n (n) as (select 1 union all select n + 1 from n where n < 200000)
      insert into georeference (image_id, latitude, longitude, confidence, user_id, created_at, geom)
      select case when n > 100000 then ${sql.lit(COLLECTIONS)} - 1 else n % ${sql.lit(COLLECTIONS)} + 1 end,
        0, 0, 'high', n / 1000 % ${sql.lit(USERS)} + 1, ${sql.lit(at)} + n, MakePoint(0, 0, 4326)
      from n`.execute(tx)
    await rebuildActivity(tx)
  })
  const time = `${await median(page(at + 1e9, ['georeference_group']))} ms`
  reportFigure('100 groups of 1,000 images', time, images)
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now()
  const result = await work()
  return { result, ms: performance.now() - start }
}

async function median(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < 7; round += 1) times.push((await timed(work)).ms)
  return times.sort((one, other) => one - other)[3]!.toFixed(1)
}
