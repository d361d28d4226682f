import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '../../../../../src/core/database/store.ts'
import { VERDICTS } from '../../../../../src/core/contract/verdicts.ts'
import { openTestCatalog, type TestCatalog } from '../../../../support/open-catalog.ts'
import { runsOf } from '../../../../support/property-runs.ts'

/** Changes of a small catalog: three collections, some images, subjects and contributors. */
const IMAGES = 5
const small = (most: number) => fc.nat(most - 1)
const event = fc.oneof(
  fc.record({
    do: fc.constantFrom('point' as const, 'area' as const),
    image: small(IMAGES),
    user: small(2),
    at: small(4),
    confidence: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
  }),
  fc.record({
    do: fc.constantFrom('judge' as const, 'remove' as const, 'redate' as const),
    kind: fc.constantFrom('point' as const, 'area' as const),
    which: small(20),
    at: small(4),
    validation: fc.constantFrom(...VERDICTS),
  }),
  fc.record({ do: fc.constantFrom('unjudge' as const, 'untag' as const), which: small(20) }),
  fc.record({
    do: fc.constant('rejudge' as const),
    which: small(20),
    validation: fc.constantFrom(...VERDICTS),
  }),
  fc.record({ do: fc.constant('tag' as const), image: small(IMAGES), subject: small(3) }),
  fc.record({
    do: fc.constant('change' as const),
    image: small(IMAGES),
    values: fc.oneof(
      fc.record({ from_above: fc.constantFrom(0 as const, 1 as const) }),
      fc.record({ duplicate_of: fc.constantFrom(null, IMAGES) }),
      fc.record({ collection_id: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ fuzzy_from: fc.nat(9), fuzzy_to: fc.nat(9) }),
    ),
  }),
  fc.record({
    do: fc.constant('show' as const),
    table: fc.constantFrom('source' as const, 'collection' as const),
    which: small(3),
    public: fc.constantFrom(0 as const, 1 as const),
  }),
  fc.record({ do: fc.constant('give' as const), which: small(3), source: small(3) }),
  fc.record({ do: fc.constant('delete' as const), image: small(IMAGES - 1) }),
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

test('current georeferences and counts match a recount after any changes', async () => {
  await using here = await openTestCatalog()
  const { seed, catalog } = here
  for (let n = 0; n < 3; n++) await seed.collection()
  for (let n = 0; n < 3; n++) await seed.subject()
  for (const id of [1, 2]) await seed.user({ id })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40, size: 'max' }), async (events) => {
      for (let n = 1; n <= IMAGES + 1; n++) await seed.image({ id: n, collection_id: 1 + (n % 3) })
      for (const one of events) await applyEvent(here, one)
      expect(await readMaintained(here)).toEqual(await recount(here))
      await catalog.write((tx) => tx.deleteFrom('image').execute())
      expect(await readMaintained(here)).toEqual({ points: [], areas: [], subjects: [], users: [] })
    }),
    { numRuns: runsOf(25) },
  )
})

async function applyEvent(here: TestCatalog, event: Event): Promise<void> {
  const { catalog, seed } = here
  if ('confidence' in event) {
    const image = event.image + 1
    if (!(await isThere(here, image))) return
    const { confidence, at: created_at, user } = event
    const values = { confidence, created_at, user_id: user + 1 }
    await (event.do === 'point' ? seed.point(image, values) : seed.area(image, values))
  } else if ('subject' in event) {
    const image = event.image + 1
    if (await isThere(here, image)) await tag(here, image, event.subject + 1)
  } else if (event.do === 'rejudge') {
    await catalog.write((tx) => judgeAgain(tx, event))
  } else {
    await catalog.write((tx) => change(tx, event))
  }
}

async function isThere({ catalog }: TestCatalog, image: number): Promise<boolean> {
  const found = catalog.reads.selectFrom('image').select('id').where('id', '=', image)
  return (await found.executeTakeFirst()) !== undefined
}

async function tag({ catalog }: TestCatalog, image_id: number, subject_id: number): Promise<void> {
  const row = { image_id, subject_id, position: 0, tagged_at: 0 }
  await catalog.write((tx) =>
    tx
      .insertInto('image_subject')
      .values(row)
      .onConflict((same) => same.doNothing())
      .execute(),
  )
}

async function change(
  tx: Tx,
  event: Exclude<Event, { do: 'point' | 'area' | 'tag' | 'rejudge' }>,
): Promise<void> {
  switch (event.do) {
    case 'delete': {
      const image = event.image + 1
      await tx.deleteFrom('image').where('id', '=', image).execute()
      break
    }
    case 'change': {
      const image = event.image + 1
      // Others may be duplicates of the last image, so it is no duplicate itself.
      const values = image === IMAGES ? { from_above: 1 as const } : event.values
      await tx.updateTable('image').set(values).where('id', '=', image).execute()
      break
    }
    case 'show': {
      const values = { public: event.public }
      const table = event.table as 'source'
      await tx
        .updateTable(table)
        .set(values)
        .where('id', '=', event.which + 1)
        .execute()
      break
    }
    case 'give': {
      const values = { source_id: event.source + 1 }
      const { which } = event
      await tx
        .updateTable('collection')
        .set(values)
        .where('id', '=', which + 1)
        .execute()
      break
    }
    case 'unjudge': {
      const of = await nth(tx, 'validation', event.which)
      if (of) await tx.deleteFrom('validation').where('id', '=', of.id).execute()
      break
    }
    case 'untag': {
      const of = await nth(tx, 'image_subject', event.which)
      if (of) await tx.deleteFrom('image_subject').where('image_id', '=', of.image_id).execute()
      break
    }
    default:
      await touch(tx, event)
  }
}

async function judgeAgain(tx: Tx, { validation, which }: Extract<Event, { do: 'rejudge' }>) {
  const of = await nth(tx, 'validation', which)
  if (of) await tx.updateTable('validation').set({ validation }).where('id', '=', of.id).execute()
}

async function touch(
  tx: Tx,
  event: Extract<Event, { kind: 'point' | 'area'; which: number }>,
): Promise<void> {
  const table = event.kind === 'point' ? 'georeference' : 'from_above_georeference'
  const placed = await nth(tx, table, event.which)
  if (!placed) return
  if (event.do === 'remove') await tx.deleteFrom(table).where('id', '=', placed.id).execute()
  else if (event.do === 'redate') {
    const values = { created_at: event.at, user_id: 1 }
    await tx.updateTable(table).set(values).where('id', '=', placed.id).execute()
  } else {
    await tx
      .insertInto('validation')
      .values({
        image_id: placed.image_id,
        georeference_id: event.kind === 'point' ? placed.id : null,
        from_above_georeference_id: event.kind === 'area' ? placed.id : null,
        validation: event.validation,
        validated_by: 1,
        validated_at: 0,
      })
      .execute()
  }
}

async function nth(tx: Tx, table: string, which: number) {
  const { rows } = await sql<{ id: number; image_id: number }>`
    select * from ${sql.table(table)}
    limit 1 offset ${which} % max(1, (select count(*) from ${sql.table(table)}))
  `.execute(tx)
  return rows[0]
}

async function readMaintained({ catalog: { reads } }: TestCatalog) {
  const points = await reads.selectFrom('point_current').selectAll().orderBy('id').execute()
  const areas = await reads.selectFrom('area_current').selectAll().orderBy('id').execute()
  const subjects = await reads
    .selectFrom('subject_count')
    .selectAll()
    .where('images', '<>', 0)
    .orderBy('subject_id')
    .execute()
  const users = await reads
    .selectFrom('user_count')
    .selectAll()
    .where((either) => either.or([either('points', '<>', 0), either('areas', '<>', 0)]))
    .orderBy('user_id')
    .execute()
  return { points, areas, subjects, users }
}

/** Recomputes the same from the base tables. */
async function recount({ catalog: { reads } }: TestCatalog) {
  const images = await reads.selectFrom('image').selectAll().execute()
  const tags = await reads.selectFrom('image_subject').selectAll().execute()
  const validations = await reads.selectFrom('validation').selectAll().execute()
  const points = await reads.selectFrom('georeference').selectAll().execute()
  const areas = await reads.selectFrom('from_above_georeference').selectAll().execute()

  const newest = <P extends (typeof points | typeof areas)[number]>(
    placed: P[],
    own: 'georeference_id' | 'from_above_georeference_id',
  ) =>
    images
      .filter((image) => image.duplicate_of === null)
      .flatMap((image) => {
        const [last] = placed
          .filter(({ image_id }) => image_id === image.id)
          .toSorted((a, b) => b.created_at - a.created_at || b.id - a.id)
        if (!last) return []
        const confidence = ['', 'low', 'medium', 'high'].indexOf(last.confidence)
        const voices = validations.filter((one) => one[own] === last.id)
        const count = (verdict: string) =>
          voices.filter(({ validation }) => validation === verdict).length
        const counts = {
          validation_count: voices.length,
          correct_count: count('correct'),
          incorrect_count: count('incorrect'),
        }
        const { id, image_id, created_at, user_id } = last
        const { collection_id, fuzzy_from, fuzzy_to } = image
        const row = { id, image_id, created_at, confidence, ...counts, user_id }
        return [{ last, image, row: { ...row, collection_id, fuzzy_from, fuzzy_to } }]
      })
      .toSorted((a, b) => a.row.id - b.row.id)

  const shown = await reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select('image.id')
    .where('collection.public', '=', 1)
    .where('source.public', '=', 1)
    .execute()
  const publicImages = new Set(shown.map(({ id }) => id))
  const isPublic = ({ image_id }: { image_id: number }) => publicImages.has(image_id)

  return {
    points: newest(points, 'georeference_id').map(({ last, image, row }) => {
      const { latitude, longitude, direction } = last
      return { ...row, latitude, longitude, direction, from_above: image.from_above }
    }),
    areas: newest(areas, 'from_above_georeference_id')
      .filter(({ image }) => image.from_above === 1)
      .map(({ row }) => row),
    subjects: [1, 2, 3]
      .map((subject_id) => {
        const own = tags.filter((tag) => tag.subject_id === subject_id)
        return { subject_id, images: own.length, public_images: own.filter(isPublic).length }
      })
      .filter(({ images }) => images > 0),
    users: [1, 2]
      .map((user_id) => {
        const ownPoints = points.filter((point) => point.user_id === user_id)
        const ownAreas = areas.filter((area) => area.user_id === user_id)
        return {
          user_id,
          points: ownPoints.length,
          public_points: ownPoints.filter(isPublic).length,
          areas: ownAreas.length,
          public_areas: ownAreas.filter(isPublic).length,
        }
      })
      .filter((user) => user.points + user.areas > 0),
  }
}
