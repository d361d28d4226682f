import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { forgetUser } from '../../../../../src/core/writes/users/forget-user.ts'
import { recordGeoreferenceRemoval } from '../../../../../src/core/writes/feed/record-georeference-removal.ts'
import { rebuildActivity } from '../../../../../src/core/writes/feed/rebuild.ts'
import {
  NO_PROGRESS,
  replaceNextMilestones,
} from '../../../../../src/core/writes/feed/replace-all-milestones.ts'
import { recordSubjectChange } from '../../../../../src/core/writes/feed/record-subject-change.ts'
import {
  recordAnnouncement,
  recordComment,
  recordGeoreference,
} from '../../../../../src/core/writes/feed/record.ts'
import { parseTimestamp } from '../../../../../src/core/base/clock.ts'
import { areaGeometry, pointGeometry } from '../../../../../src/core/database/sql.ts'
import type { Tx } from '../../../../../src/core/database/store.ts'
import { EVENT_TYPES } from '../../../../../src/core/model/event-types.ts'
import { listActivity } from '../../../../../src/core/queries/feed/activity.ts'
import { createLinks } from '../../../../../src/server/http/links.ts'
import { presentEvent } from '../../../../../src/server/presenters/activity.ts'
import {
  isGeoreference,
  modelFeed,
  type Fact,
  type World,
} from '../../../../support/activity-model.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'
import { runsOf } from '../../../../support/property-runs.ts'

const { catalog, seed, ...rest } = await openTestCatalog()
afterAll(() => rest[Symbol.asyncDispose]())
const address = 'http://catalog.example'
const links = createLinks({ baseUrl: address, cdnUrl: address, uploadUrl: address })

const USERS = [11, 12, 13]
for (const id of USERS) await seed.user({ id, username: `user-${id}` })
const closedSource = await seed.source({ public: 0 })
const COLLECTIONS = [
  await seed.collection({ id: 1, name: 'Collection 1' }),
  await seed.collection({ id: 2, name: 'Collection 2', public: 0 }),
  await seed.collection({ id: 3, name: 'Collection 3', source_id: closedSource }),
]
const IMAGES = [1, 2, 3, 4, 5]
for (const id of IMAGES) await seed.image({ id, collection_id: id > 3 ? id - 2 : 1 })
const SUBJECTS = [21, 22]
for (const id of SUBJECTS) await seed.subject({ id, title: `Subject ${id}` })

const SQUARE = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}'
const START = parseTimestamp('2026-03-01T00:00:00.000000Z')!
const THREE_HOURS = 3 * 3600 * 1_000_000

/** Times that are equal, adjacent, exactly three hours apart or a microsecond more. */
const at = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -2, max: 2 }))
  .map(([gaps, micros]) => START + gaps * THREE_HOURS + micros)

/** A contribution or a change; impossible ones are skipped. */
const deed = fc.record({
  kind: fc.constantFrom(
    ...(['point', 'area', 'point', 'comment', 'tag', 'tag', 'untag', 'reorder'] as const),
    ...(['announce', 'remove', 'leave'] as const),
  ),
  user: fc.constantFrom(...USERS),
  isKept: fc.integer({ min: 0, max: 5 }).map((chance) => chance > 0),
  image: fc.constantFrom(...IMAGES),
  subject: fc.constantFrom(...SUBJECTS),
  at,
  which: fc.nat(),
})

type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never

const steps = fc.constantFrom([1], [2, 3], [2, 5], [])
const story = fc.record({
  deeds: fc.array(deed, { maxLength: 30 }),
  milestones: fc.record({ user: steps, sitewide: steps }),
  later: fc.record({ user: steps, sitewide: steps }),
  limit: fc.integer({ min: 1, max: 9 }),
})

test('the feed equals that of a rebuild and of the model, in any order of contributions', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ deeds, milestones, later, limit }) => {
      await clear()
      await seed.setting('milestones', milestones)
      const { facts, tags } = await perform(deeds)
      const world: World = {
        publicImages: new Set([1, 2, 3]),
        publicCollections: new Set([1]),
        tagged: (image, subject) => tags.has(`${image} ${subject}`),
        milestones,
      }
      const told = await feed(limit)
      expect(told).toEqual(modelFeed(facts, world))
      await catalog.write(rebuildActivity)
      expect(JSON.stringify(await feed(limit))).toBe(JSON.stringify(told))
      await changeMilestones(later)
      expect(await feed(100)).toEqual(modelFeed(facts, { ...world, milestones: later }))
    }),
    { numRuns: runsOf(20) },
  )
})

test('contributions may come and go between the transactions that replace milestones', async () => {
  await clear()
  const place = (minute: number): Deed => ({
    kind: 'point',
    user: USERS[minute % 2]!,
    isKept: true,
    image: 1,
    subject: SUBJECTS[0]!,
    at: START + minute * 60_000_000,
    which: 0,
  })
  await seed.setting('milestones', { user: [5], sitewide: [7] })
  await perform(Array.from({ length: 20 }, (_, n) => place(10 + n)))
  const between = [
    place(9),
    { ...place(0), kind: 'remove', which: 3 } as const,
    place(25),
    place(40),
  ]
  let interruptions = 0
  await changeMilestones({ user: [2, 3], sitewide: [1, 4] }, async () => {
    interruptions += 1
    const deed = between.pop()
    if (deed) await perform([deed])
  })
  expect(between).toEqual([])
  expect(interruptions).toBeGreaterThan(10)
  const told = await feed(100)
  await catalog.write(rebuildActivity)
  expect(await feed(100)).toEqual(told)
})

/** Reads the whole feed, page by page. */
async function feed(limit: number): Promise<object[]> {
  const events: object[] = []
  let before: number | undefined
  for (;;) {
    const page = await listActivity(catalog.reads, { before, types: EVENT_TYPES, limit })
    events.push(...page.map((event) => presentEvent(event, links)))
    before = page.at(-1)?.timestamp
    if (page.length < limit) return events
  }
}

async function clear(): Promise<void> {
  await catalog.write(async (tx) => {
    for (const table of [
      'activity_event',
      'georeference',
      'from_above_georeference',
      'comment',
      'subject_change',
      'image_subject',
      'setting',
    ] as const)
      await tx.deleteFrom(table).execute()
    await tx.updateTable('collection').set({ announced_at: null }).execute()
    await tx.deleteFrom('audit_entry').execute()
    await tx.deleteFrom('user').where('id', '<', 0).execute()
  })
}

/** Changes the thresholds, and applies them in many transactions. */
async function changeMilestones(
  milestones: World['milestones'],
  afterEach?: () => Promise<void>,
): Promise<void> {
  await seed.setting('milestones', milestones)
  const limits = { times: 3, milestones: 2, scopes: 2 }
  let progress: typeof NO_PROGRESS | undefined = NO_PROGRESS
  while (progress) {
    const from: typeof NO_PROGRESS = progress
    progress = await catalog.write((tx) => replaceNextMilestones(tx, from, limits))
    await afterEach?.()
  }
}

interface Told {
  facts: Fact[]
  tags: Set<string>
  nextId: () => number
}

/** Applies all actions in one transaction, and records each. */
async function perform(deeds: readonly Deed[]): Promise<Told> {
  let lastId = 0
  const told: Told = { facts: [], tags: new Set(), nextId: () => ++lastId }
  await catalog.write(async (tx) => {
    for (const deed of deeds) await DO[deed.kind](tx, deed, told)
  })
  return told
}

const DO: Record<Deed['kind'], (tx: Tx, deed: Deed, told: Told) => Promise<void>> = {
  point: (tx, deed, told) => georeference(tx, deed, told, 'point'),
  area: (tx, deed, told) => georeference(tx, deed, told, 'area'),

  async comment(tx, { user, image, at }, { facts, nextId }) {
    const id = nextId()
    const row = { id, image_id: image, text: `Comment ${id}`, commented_by: user, created_at: at }
    await tx.insertInto('comment').values(row).execute()
    await recordComment(tx, { id, userId: user, at })
    facts.push({ kind: 'comment', id, user, image, at })
  },

  async tag(tx, { user, isKept, image, subject, at }, { facts, tags, nextId }) {
    const key = `${image} ${subject}`
    if (tags.has(key)) return
    tags.add(key)
    const tagged_by = isKept ? user : null
    const tag = { image_id: image, subject_id: subject, position: subject, tagged_at: at }
    await tx
      .insertInto('image_subject')
      .values({ ...tag, tagged_by })
      .execute()
    const change = { action: 'added', imageId: image, subjectId: subject } as const
    await recordSubjectChange(tx, { ...change, userId: tagged_by, at })
    facts.push({ kind: 'added', id: nextId(), user: tagged_by, image, subject, at })
  },

  async untag(tx, { user, isKept, image, subject, at }, { facts, tags, nextId }) {
    if (!tags.delete(`${image} ${subject}`)) return
    await tx
      .deleteFrom('image_subject')
      .where('image_id', '=', image)
      .where('subject_id', '=', subject)
      .execute()
    const userId = isKept ? user : null
    const change = {
      action: 'removed',
      imageId: image,
      subjectId: subject,
      previousOrder: [subject],
    } as const
    await recordSubjectChange(tx, { ...change, userId, at })
    facts.push({ kind: 'removed', id: nextId(), user: userId, image, subject, at })
  },

  async reorder(tx, { user, isKept, image, at }, { facts, nextId }) {
    const orders: [number[], number[]] = [SUBJECTS, SUBJECTS.toReversed()]
    const userId = isKept ? user : null
    const [previousOrder, newOrder] = orders
    const change = { action: 'reordered', imageId: image, previousOrder, newOrder } as const
    await recordSubjectChange(tx, { ...change, userId, at })
    facts.push({ kind: 'reordered', id: nextId(), user: userId, image, at, orders })
  },

  async announce(tx, { which, at }, { facts }) {
    const id = COLLECTIONS[which % COLLECTIONS.length]!
    const unannounced = tx.updateTable('collection').where('announced_at', 'is', null)
    const { numUpdatedRows } = await unannounced
      .set({ announced_at: at })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await recordAnnouncement(tx, { collectionId: id, at })
    facts.push({ kind: 'announced', collection: id, at })
  },

  /** An administrator deletes a georeference. */
  async remove(tx, { which }, { facts }) {
    const made = facts.filter(isGeoreference)
    const gone = made[which % made.length]
    if (!gone) return
    const table = gone.kind === 'point' ? 'georeference' : 'from_above_georeference'
    await tx
      .deleteFrom(table as 'georeference')
      .where('id', '=', gone.id)
      .execute()
    await recordGeoreferenceRemoval(tx, { userId: gone.user, at: gone.at })
    facts.splice(facts.indexOf(gone), 1)
  },

  /** A user erases the account, and signs in again. */
  async leave(tx, { user, at }, { facts }) {
    const former = await forgetUser(tx, user, { actor: { userId: user }, now: at })
    const username_folded = `user-${user}`
    const again = { id: user, username: username_folded, username_folded, is_staff: 0 } as const
    await tx
      .insertInto('user')
      .values({ ...again, created_at: at })
      .execute()
    for (const fact of facts) if ('user' in fact && fact.user === user) fact.user = former
  },
}

async function georeference(
  tx: Tx,
  { user, image, at }: Deed,
  { facts }: Told,
  kind: 'point' | 'area',
): Promise<void> {
  const row = { image_id: image, confidence: 'high', user_id: user, created_at: at } as const
  const { id } =
    kind === 'point'
      ? await tx
          .insertInto('georeference')
          .values({ ...row, latitude: 0, longitude: 0, geom: pointGeometry(0, 0) })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('from_above_georeference')
          .values({ ...row, polygon: SQUARE, geom: areaGeometry(SQUARE) })
          .returning('id')
          .executeTakeFirstOrThrow()
  await recordGeoreference(tx, { userId: user, at })
  facts.push({ kind, id, user, image, at })
}
