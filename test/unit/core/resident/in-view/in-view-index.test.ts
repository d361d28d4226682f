import fc from 'fast-check'
import { sql } from 'kysely'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLiveColumnStore } from '../../../../../src/core/resident/lists/live-column-store.ts'
import { createImageMemory } from '../../../../../src/core/resident/columns/images.ts'
import { computeGeodesic } from '../../../../../src/core/model/geometry/geodesic.ts'
import type { InViewQuery } from '../../../../../src/core/queries/searches/in-view-search.ts'
import { openTestCatalog, type TestCatalog } from '../../../../support/open-catalog.ts'
import { runsOf } from '../../../../support/property-runs.ts'

/** Enough to be searched by the index. */
const IMAGES = 3000
const CONE = 200

const degrees = fc.integer({ min: -10, max: 10 }).map((steps) => steps / 500)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const imageId = fc.oneof(fc.integer({ min: 2, max: IMAGES }), fc.integer({ min: 2, max: 12 }))

const point = fc.record({
  latitude: degrees,
  longitude: degrees,
  direction: fc.option(fc.integer({ min: 0, max: 359 })),
  created_at: fc.integer({ min: 0, max: 3 }),
})

/** Changes of the catalog; those of missing rows have no effect. */
const events = fc.oneof(
  fc.tuple(imageId, point).map(([image, values]) => async ({ catalog, seed }: TestCatalog) => {
    const isThere = catalog.reads.selectFrom('image').select('id').where('id', '=', image)
    if (await isThere.executeTakeFirst()) await seed.point(image, { ...values, user_id: 1 })
  }),
  fc.tuple(imageId, point).map(([image, values]) => {
    return ({ catalog }: TestCatalog) =>
      catalog.write((tx) =>
        tx.updateTable('georeference').set(values).where('image_id', '=', image).execute(),
      )
  }),
  imageId.map((image) => ({ catalog }: TestCatalog) => {
    const newest = sql`delete from georeference where id in (select id from georeference
      where image_id = ${image} order by created_at desc, id desc limit 1)`
    return catalog.write((tx) => newest.execute(tx))
  }),
  imageId.map(
    (image) =>
      ({ seed }: TestCatalog) =>
        seed.delete('image', image),
  ),
  fc
    .tuple(
      imageId,
      fc.oneof(
        fc.record({ from_above: fc.constantFrom(0 as const, 1 as const) }),
        fc.record({ duplicate_of: fc.constantFrom(null, 1) }),
        fc.record({ collection_id: fc.integer({ min: 1, max: 3 }) }),
        fc.record({ fuzzy_from: fc.constant(-30_000), fuzzy_to: fc.constantFrom(-25_000, 0) }),
      ),
    )
    .map(
      ([image, values]) =>
        ({ seed }: TestCatalog) =>
          seed.change(image, values),
    ),
  fc
    .tuple(
      fc.constantFrom('source' as const, 'collection' as const),
      fc.integer({ min: 2, max: 3 }),
      fc.boolean(),
    )
    .map(
      ([table, id, isPublic]) =>
        ({ seed }: TestCatalog) =>
          seed.setPublic(table, id, isPublic),
    ),
  imageId.map((image) => ({ catalog }: TestCatalog) => {
    const tag = sql`insert or ignore into image_subject
      select id, 1, 0, null, 0 from image where id = ${image}`
    return catalog.write((tx) => tag.execute(tx))
  }),
)

const filters = fc.record(
  {
    georeferenced: fc.boolean(),
    yearMin: maybe(fc.constantFrom(1890, 1905)),
    yearMax: maybe(fc.constantFrom(1880, 1950)),
    sources: maybe(fc.constantFrom([1], [2, 3])),
    collections: maybe(fc.constantFrom([1], [2, 3])),
    subjects: maybe(fc.constant({ ids: [1], kbIds: [] })),
  },
  { requiredKeys: [] },
)

const queries: fc.Arbitrary<Omit<InViewQuery, 'page'>> = fc.record({
  latitude: degrees,
  longitude: degrees,
  radius: fc.constantFrom(null, null, 300, 1500, 9000),
  filter: fc.oneof(fc.constant({}), filters),
})

/** Seeds images with points in three collections of three sources, and a subject. */
async function fill({ catalog, seed }: TestCatalog): Promise<void> {
  await seed.user({ id: 1 })
  for (let id = 1; id <= 3; id++) await seed.collection()
  await seed.subject()
  await seed.setting('viewing_cone', CONE)
  const ids = Array.from({ length: IMAGES }, (_, n) => n + 1)
  await seed.images(1, ids)
  const points = sql`insert into georeference
    (image_id, latitude, longitude, direction, confidence, user_id, created_at, geom)
    select id, (id % 21 - 10) / 500.0, (id / 21 % 21 - 10) / 500.0, nullif(id * 7 % 361, 360),
      'low', 1, id % 3, MakePoint(0, 0, 4326)
    from image`
  await catalog.write(async (tx) => {
    await sql`update image set collection_id = 1 + (id % 9 = 0) + (id % 10 = 0),
      fuzzy_from = iif(id % 4 = 0, null, -30000 + id * 4), fuzzy_to = -29000 + id * 4`.execute(tx)
    await points.execute(tx)
  })
}

interface Candidate {
  imageId: number
  georeferenceId: number
  latitude: number
  longitude: number
  direction: number | null
}

/** Measures all images that match the filter, straight from the tables. */
async function search({ catalog }: TestCatalog, query: Omit<InViewQuery, 'page'>) {
  const { georeferenced = true, yearMin, yearMax, sources, collections, subjects } = query.filter
  const days = (time: number) => time / 86_400_000
  const condition = sql.join(
    [
      sql`${Number(georeferenced)} = 1`,
      yearMin !== undefined && sql`image.fuzzy_to >= ${days(Date.UTC(yearMin, 0, 1))}`,
      yearMax !== undefined && sql`image.fuzzy_from <= ${days(Date.UTC(yearMax, 11, 31))}`,
      sources && sql`source.id in (${sql.join(sources)})`,
      collections && sql`collection.id in (${sql.join(collections)})`,
      subjects && sql`image.id in (select image_id from image_subject where subject_id = 1)`,
    ].filter((one) => typeof one === 'object'),
    sql` and `,
  )
  const { rows } = await sql<Candidate>`
    select image.id as imageId, placed.id as georeferenceId, latitude, longitude, direction
    from image join collection on collection.id = collection_id
      join source on source.id = source_id
      join georeference as placed on placed.id = (select id from georeference
        where image_id = image.id order by created_at desc, id desc limit 1)
    where collection.public = 1 and source.public = 1 and duplicate_of is null and from_above = 0
      and ${condition}`.execute(catalog.reads as never)
  return rows
    .flatMap(({ imageId, georeferenceId, ...point }) => {
      const { distance, azimuth } = computeGeodesic(point, query)
      const turn = Math.abs((((azimuth - (point.direction ?? 0)) % 360) + 540) % 360) - 180
      const isSeen = distance === 0 || point.direction === null || Math.abs(turn) <= CONE / 2 + 1e-9
      if (!isSeen || distance > (query.radius ?? Infinity)) return []
      return [{ imageId, georeferenceId, distance }]
    })
    .sort((a, b) => a.distance - b.distance || a.imageId - b.imageId)
}

test('finds every image in view exactly once, page by page, after any changes', async () => {
  const stories = fc.array(fc.tuple(fc.array(events, { maxLength: 25 }), queries), {
    minLength: 20,
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(stories, fc.integer({ min: 7, max: 500 }), async (story, size) => {
      await using here = await openTestCatalog()
      await fill(here)
      await using live = openLiveColumnStore(
        { file: join(here.data, 'catalog.sqlite') },
        createImageMemory(),
      )
      live.load()
      for (const [happened, query] of story) {
        for (const event of happened) await event(here)
        const expected = await search(here, query)
        const fitting = { number: 1, size: Math.max(1, expected.length) }
        const whole = live.ask('inView', { ...query, page: fitting })
        expect(whole).toMatchObject({ hits: expected, hasMore: false })
        for (let number = 1, from = 0; number === 1 || from < expected.length; number++) {
          const hits = expected.slice(from, (from += size))
          const count = query.radius === null ? null : expected.length
          const page = live.ask('inView', { ...query, page: { number, size } })
          expect(page).toEqual({ hits, count, hasMore: from < expected.length })
        }
      }
    }),
    { numRuns: runsOf(1), seed: 5 },
  )
})
