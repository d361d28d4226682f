import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addComment } from '../../../../src/core/writes/comments/add-comment.ts'
import {
  addAreaGeoreferences,
  addGeoreferences,
} from '../../../../src/core/writes/georeferences/add-georeferences.ts'
import { addValidation } from '../../../../src/core/writes/validations/add-validation.ts'
import { removeComment } from '../../../../src/core/writes/comments/delete-comment.ts'
import { removeGeoreference } from '../../../../src/core/writes/georeferences/delete-georeference.ts'
import { deleteImages } from '../../../../src/core/writes/images/delete-images.ts'
import { removeValidation } from '../../../../src/core/writes/validations/delete-validation.ts'
import { setDuplicate } from '../../../../src/core/writes/images/set-duplicate.ts'
import { setImageFacts } from '../../../../src/core/writes/images/set-image-facts.ts'
import {
  reorderSubjects,
  tagImage,
  untagImage,
} from '../../../../src/core/writes/tags/tag-image.ts'
import { rebuildActivity } from '../../../../src/core/writes/feed/rebuild.ts'
import type { AuditContext } from '../../../../src/core/audit/record-audit.ts'
import { parseTimestamp } from '../../../../src/core/base/clock.ts'
import type { Tx } from '../../../../src/core/database/store.ts'
import { CatalogError } from '../../../../src/core/base/errors.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'
import { runsOf } from '../../../support/property-runs.ts'
import { readRows } from '../../../support/rows.ts'

const opened = await openTestCatalog()
const { catalog, seed } = opened
afterAll(() => opened[Symbol.asyncDispose]())

const USERS = [11, 12]
for (const id of USERS) await seed.user({ id, username: `user-${id}` })
const shown = await seed.collection()
const hidden = await seed.collection({ public: 0 })
const SUBJECTS = [await seed.subject(), await seed.subject(), await seed.subject()]
await seed.setting('milestones', { user: [2, 3], sitewide: [4] })

const START = parseTimestamp('2026-02-01T00:00:00.000000Z')!
const GAP = 3 * 3600 * 1_000_000
const SQUARE = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}'
const IMAGES = 5

const step = fc.record({
  kind: fc.constantFrom(
    ...(['points', 'points', 'points', 'area', 'comment', 'validate', 'validate'] as const),
    ...(['tag', 'tag', 'tag', 'tag', 'untag', 'reorder', 'facts', 'duplicate'] as const),
    ...(['delete point', 'delete area', 'delete validation', 'delete comment'] as const),
    ...(['delete images', 'delete images', 'delete images'] as const),
  ),
  user: fc.constantFrom(...USERS),
  isNamed: fc.nat(3).map((chance) => chance > 0),
  image: fc.nat(IMAGES - 1),
  other: fc.nat(IMAGES - 1),
  subjects: fc.uniqueArray(fc.constantFrom(...SUBJECTS), { minLength: 1, maxLength: 3 }),
  /** Equal, adjacent, exactly as far apart as a group allows, or further. */
  at: fc
    .tuple(fc.nat(4), fc.integer({ min: -1, max: 1 }))
    .map(([gaps, micros]) => START + gaps * GAP + micros),
  which: fc.nat(30),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test('the feed equals a rebuilt one, counts equal rows, and the audit log tells every change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
      async (steps) => {
        const images = await prepare()
        for (const given of steps) {
          const context = { actor: { userId: given.user }, now: given.at + 9 * GAP }
          await catalog
            .write((tx) => DO[given.kind](tx, { ...given, images }, context))
            .catch(ignore)
        }
        const told = await readFeed()
        await catalog.write(rebuildActivity)
        expect(told).toEqual(await readFeed())
        expect(await readCounts()).toEqual(await countRows())
        expect(await replayAudit(images)).toEqual(await readContents())
      },
    ),
    { numRuns: runsOf(25) },
  )
})

/** The catalog refuses some steps, which then change nothing. */
function ignore(error: unknown): void {
  if (!(error instanceof CatalogError)) throw error
}

/** Deletes everything that the steps of a run made, and creates new images. Every second one is hidden. */
async function prepare(): Promise<number[]> {
  for (const table of ['image', 'subject_change', 'activity_event', 'audit_entry'] as const) {
    await seed.delete(table)
  }
  const images: number[] = []
  for (let n = 0; n < IMAGES; n += 1) {
    const collection_id = n % 2 === 0 ? shown : hidden
    images.push(await seed.image({ collection_id, from_above: n > 2 ? 1 : 0 }))
  }
  return images
}

type Given = Step & { images: readonly number[] }

const DO: Record<Step['kind'], (tx: Tx, given: Given, context: AuditContext) => Promise<unknown>> =
  {
    points: (tx, { user, image, other, images, at, which }, context) => {
      const point = { longitude: which, direction: null, confidence: 'low', userId: user } as const
      const notes = { confidence_notes: undefined }
      const points = [image, other].map((index, latitude) => ({
        ...point,
        ...notes,
        image: images[index]!,
        latitude,
        at: at + latitude * GAP,
      }))
      return addGeoreferences(tx, which % 2 ? points.slice(0, 1) : points, context)
    },
    area: (tx, { user: userId, image, images, at }, context) => {
      const area = { polygon: SQUARE, confidence: 'high', confidence_notes: 'Clear.' } as const
      return addAreaGeoreferences(tx, [{ ...area, image: images[image]!, userId, at }], context)
    },
    comment: (tx, { user: userId, image, images, at, which }, context) =>
      addComment(tx, { image: images[image]!, text: `Text ${which % 2}`, userId, at }, context),
    async validate(tx, { user: userId, at, which }, context) {
      const kind = which % 2 === 0 ? 'georeference' : 'from_above_georeference'
      const none = { georeference: null, from_above_georeference: null }
      const of = { ...none, [kind]: await pick(tx, kind, which) }
      const verdict = { validation: which % 3 ? 'correct' : 'incorrect', notes: undefined } as const
      return await addValidation(tx, { ...of, ...verdict, userId, at }, context)
    },
    async tag(tx, given, context) {
      await tagImage(tx, taggingOf(given), context)
      await tagImage(tx, taggingOf({ ...given, image: given.other }), context)
    },
    untag: (tx, given, context) => untagImage(tx, taggingOf(given), context),
    reorder: (tx, given, context) => reorderSubjects(tx, taggingOf(given), context),
    facts(tx, { image, images, which }, context) {
      const facts = { from_above: which % 2 ? 1 : 0, will_not_georef: which % 5 ? 0 : 1 } as const
      return setImageFacts(tx, { imageId: images[image]!, facts }, context)
    },
    duplicate(tx, { image, other, images, which }, context) {
      const original = which % 3 ? images[other]! : null
      return setDuplicate(tx, { imageId: images[image]!, original }, context)
    },
    async 'delete point'(tx, { which }, context) {
      const id = await pick(tx, 'georeference', which)
      return await removeGeoreference(tx, { table: 'georeference', id }, context)
    },
    async 'delete area'(tx, { which }, context) {
      const id = await pick(tx, 'from_above_georeference', which)
      return await removeGeoreference(tx, { table: 'from_above_georeference', id }, context)
    },
    async 'delete validation'(tx, { which }, context) {
      return await removeValidation(tx, await pick(tx, 'validation', which), context)
    },
    async 'delete comment'(tx, { which }, context) {
      return await removeComment(tx, await pick(tx, 'comment', which), context)
    },
    'delete images': (tx, { image, other, images }, context) =>
      deleteImages(tx, image % 2 ? [images[image]!, images[other]!] : [images[image]!], context),
  }

function taggingOf({ image, images, subjects, user, isNamed }: Given) {
  return { imageId: images[image]!, subjectIds: subjects, userId: isNamed ? user : null }
}

const CONTRIBUTIONS = ['georeference', 'from_above_georeference', 'validation', 'comment'] as const

/** Id of some row, or 0. */
async function pick(tx: Tx, table: (typeof CONTRIBUTIONS)[number], which: number): Promise<number> {
  const rows = await tx
    .selectFrom(table as 'comment')
    .select('id')
    .orderBy('id')
    .execute()
  return rows[which % rows.length]?.id ?? 0
}

async function readFeed(): Promise<object[]> {
  const events = await catalog.reads
    .selectFrom('activity_event')
    .selectAll()
    .orderBy('timestamp')
    .execute()
  return events.map((event) => ({ ...event, id: null }))
}

/** Counts that triggers maintain; rows of zeros count as absent. */
async function readCounts() {
  const [users, subjects] = [await readTable('user_count'), await readTable('subject_count')]
  const { rows } = await sql<{ count: number }>`select count from georeference_total`.execute(
    catalog.reads as never,
  )
  const isUsed = (row: object) =>
    Object.values(row)
      .slice(1)
      .some((count) => count !== 0)
  return { users: users.filter(isUsed), subjects: subjects.filter(isUsed), total: rows[0]!.count }
}

async function readTable(table: 'user_count' | 'subject_count'): Promise<object[]> {
  const { rows } = await sql<object>`select * from ${sql.table(table)} order by 1`.execute(
    catalog.reads as never,
  )
  return rows
}

async function countRows() {
  const isPublic = sql`(select public from collection where id = image.collection_id)`
  const made = (table: string) => sql`select user_id, ${isPublic} as is_public
    from ${sql.table(table)} as made join image on image.id = made.image_id`
  const { rows: users } = await sql<object>`
    select user_id, sum(points) as points, sum(points * is_public) as public_points,
      sum(areas) as areas, sum(areas * is_public) as public_areas
    from (select *, 1 as points, 0 as areas from (${made('georeference')})
      union all select *, 0, 1 from (${made('from_above_georeference')}))
    group by user_id order by 1`.execute(catalog.reads as never)
  const { rows: subjects } = await sql<object>`
    select subject_id, count(*) as images, sum(${isPublic}) as public_images
    from image_subject join image on image.id = image_id group by subject_id order by 1`.execute(
    catalog.reads as never,
  )
  const all = [
    ...(await readRows(opened, 'georeference')),
    ...(await readRows(opened, 'from_above_georeference')),
  ]
  return { users, subjects, total: all.length }
}

type Contents = Record<string, Record<string, unknown>>

/** The contributions, and what the steps change of images. */
async function readContents(): Promise<Contents> {
  const contents: Contents = {}
  for (const table of CONTRIBUTIONS) {
    for (const row of await readRows(opened, table)) {
      const { geom: _, ...columns } = { geom: null, ...row }
      contents[`${table}/${row.id}`] = columns
    }
  }
  const tags = await catalog.reads
    .selectFrom('image_subject')
    .select(['image_id', 'subject_id'])
    .orderBy('position')
    .execute()
  for (const { id, from_above, will_not_georef, duplicate_of } of await readRows(opened, 'image')) {
    const subjects = tags.filter((tag) => tag.image_id === id).map((tag) => tag.subject_id)
    contents[`image/${id}`] = { from_above, will_not_georef, duplicate_of, subjects }
  }
  return contents
}

/** Computes the contents from the entries of the audit log alone. */
async function replayAudit(images: readonly number[]): Promise<Contents> {
  const contents: Contents = {}
  for (const [n, id] of images.entries()) {
    const facts = {
      from_above: n > 2 ? 1 : 0,
      will_not_georef: 0,
      duplicate_of: null,
      subjects: [],
    }
    contents[`image/${id}`] = facts
  }
  for (const entry of await readRows(opened, 'audit_entry')) {
    const object = `${entry.object_type}/${entry.object_id}`
    if (entry.after === null) forget(contents, object, JSON.parse(entry.before!))
    else contents[object] = { ...contents[object], ...JSON.parse(entry.after) }
  }
  return contents
}

/** The entry of a deletion lists what was deleted with the object. */
function forget(contents: Contents, object: string, before: Record<string, unknown>): void {
  expect(before).toMatchObject(contents[object]!)
  delete contents[object]
  for (const table of CONTRIBUTIONS) {
    for (const { id } of (before[`${table}s`] ?? []) as { id: number }[]) {
      expect(contents).toHaveProperty([`${table}/${id}`])
      delete contents[`${table}/${id}`]
    }
  }
}
