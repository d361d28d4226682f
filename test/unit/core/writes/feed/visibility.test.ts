import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { recordSubjectChange } from '../../../../../src/core/writes/feed/record-subject-change.ts'
import {
  recordAnnouncement,
  recordComment,
  recordGeoreference,
} from '../../../../../src/core/writes/feed/record.ts'
import { pointGeometry } from '../../../../../src/core/database/sql.ts'
import type { Tx } from '../../../../../src/core/database/store.ts'
import { EVENT_TYPES } from '../../../../../src/core/model/event-types.ts'
import { listActivity } from '../../../../../src/core/queries/feed/activity.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'
import { runsOf } from '../../../../support/property-runs.ts'

const { catalog, seed, ...rest } = await openTestCatalog()
afterAll(() => rest[Symbol.asyncDispose]())

const HOUR = 3_600_000_000
const USERS = [11, 12]
for (const id of USERS) await seed.user({ id })
for (const id of [1, 2]) await seed.source({ id })
const COLLECTIONS = [1, 2, 3]
for (const id of COLLECTIONS) await seed.collection({ id, source_id: id === 3 ? 2 : 1 })
for (const id of [21, 22]) await seed.subject({ id })
await seed.setting('milestones', { user: [1, 3], sitewide: [2] })

/** `id` is from 1 to 3, `value` 0 or 1. */
type Change = (tx: Tx, id: number, value: 0 | 1) => Promise<unknown>

const CHANGES: Record<string, Change> = {
  showCollection: (tx, id, value) =>
    tx.updateTable('collection').set({ public: value }).where('id', '=', id).execute(),
  showSource: (tx, id, value) =>
    tx
      .updateTable('source')
      .set({ public: value })
      .where('id', '=', (id % 2) + 1)
      .execute(),
  moveCollection: (tx, id, value) =>
    tx
      .updateTable('collection')
      .set({ source_id: value + 1 })
      .where('id', '=', id)
      .execute(),
  moveImage: (tx, id, value) =>
    tx
      .updateTable('image')
      .set({ collection_id: ((id + value) % 3) + 1 })
      .where('id', '=', id)
      .execute(),
  deleteImage: (tx, id, value) =>
    tx
      .deleteFrom('image')
      .where('id', '=', id + 3 * value)
      .execute(),
  addGeoreference: (tx, id, value) => addGeoreference(tx, id + 3 * value, 7),
}

const changes = fc.array(
  fc.record({
    kind: fc.constantFrom(...Object.keys(CHANGES)),
    id: fc.constantFrom(...COLLECTIONS),
    value: fc.constantFrom(0 as const, 1 as const),
  }),
  { minLength: 1, maxLength: 8 },
)

test('updates the feed when objects are published, hidden, moved or deleted', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (steps) => {
      await catalog.write(clear)
      await catalog.write(contribute)
      for (const { kind, id, value } of steps) {
        await catalog.write((tx) => CHANGES[kind]!(tx, id, value))
      }
      const counts = await readCounts()
      await catalog.write(recount)
      expect(counts).toEqual(await readCounts())
    }),
    { numRuns: runsOf(15) },
  )
})

/** Reads the events of the feed with their counts. */
async function readCounts() {
  const events = await listActivity(catalog.reads, { types: EVENT_TYPES, limit: 100 })
  return events.map(({ type, timestamp, ...event }) => {
    const images = 'images' in event ? event.images.map(({ id }) => id) : []
    return { type, timestamp, images, count: 'count' in event ? event.count : 1 }
  })
}

/** Inserts every event again, which counts its contributions from the tables. */
async function recount(tx: Tx): Promise<void> {
  const events = await tx.selectFrom('activity_event').selectAll().execute()
  await tx.deleteFrom('activity_event').execute()
  for (const { public_count: _, ...event } of events) {
    await tx.insertInto('activity_event').values(event).execute()
  }
}

async function contribute(tx: Tx): Promise<void> {
  for (const id of [1, 2, 3, 4, 5, 6]) {
    const row = { id, collection_id: ((id - 1) % 3) + 1, title: `Image ${id}`, created_at: 0 }
    const corrections = { rotation: 0, mirror: 'none' } as const
    const flags = { from_above: 0, will_not_georef: 0, generation_corrected: 0 } as const
    await tx
      .insertInto('image')
      .values({ ...row, ...corrections, ...flags })
      .execute()
    await addGeoreference(tx, id, 0)
    await addComment(tx, id)
    await addTag(tx, id)
  }
  for (const id of COLLECTIONS) await recordAnnouncement(tx, { collectionId: id, at: id * HOUR })
}

async function addGeoreference(tx: Tx, id: number, value: number): Promise<void> {
  const image = await tx.selectFrom('image').select('id').where('id', '=', id).executeTakeFirst()
  if (!image) return
  const [userId, at] = [USERS[id % 2]!, (id * 2 + value) * HOUR]
  const made = { image_id: id, user_id: userId, created_at: at, confidence: 'high' } as const
  const point = { latitude: 0, longitude: 0, geom: pointGeometry(0, 0) }
  await tx
    .insertInto('georeference')
    .values({ ...made, ...point })
    .execute()
  await recordGeoreference(tx, { userId, at })
}

async function addComment(tx: Tx, image: number): Promise<void> {
  const [userId, at] = [USERS[0]!, image * HOUR]
  const row = { id: image, image_id: image, text: '', commented_by: userId, created_at: at }
  await tx.insertInto('comment').values(row).execute()
  await recordComment(tx, { id: image, userId, at })
}

async function addTag(tx: Tx, imageId: number): Promise<void> {
  const [userId, subjectId, at] = [USERS[imageId % 2]!, 21 + (imageId % 2), imageId * 2 * HOUR]
  const tag = { image_id: imageId, subject_id: subjectId, position: 1 }
  await tx
    .insertInto('image_subject')
    .values({ ...tag, tagged_by: userId, tagged_at: at })
    .execute()
  const change = { imageId, userId, at }
  await recordSubjectChange(tx, { ...change, action: 'added', subjectId })
  const orders = { previousOrder: [21, 22], newOrder: [22, 21] }
  await recordSubjectChange(tx, { ...change, action: 'reordered', ...orders })
}

async function clear(tx: Tx): Promise<void> {
  for (const table of ['activity_event', 'image'] as const) await tx.deleteFrom(table).execute()
  for (const id of COLLECTIONS) {
    const row = { public: 1 as const, source_id: id === 3 ? 2 : 1, announced_at: null }
    await tx.updateTable('collection').set(row).where('id', '=', id).execute()
  }
  await tx.updateTable('source').set({ public: 1 }).execute()
}
