import fc from 'fast-check'
import { sql } from 'kysely'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  openLiveColumnStore,
  type LiveColumnStore,
} from '../../../../../src/core/resident/lists/live-column-store.ts'
import { createImageMemory } from '../../../../../src/core/resident/columns/images.ts'
import { createCreatorSearch } from '../../../../../src/core/queries/lists/creators.ts'
import { countImageDecades } from '../../../../../src/core/queries/lists/decades.ts'
import { findIds, type ListQuery } from '../../../../../src/core/queries/lists/list-query.ts'
import { countStatistics } from '../../../../../src/core/queries/lists/statistics.ts'
import { findExtent } from '../../../../../src/core/queries/tiles/find-extent.ts'
import { cutTile } from '../../../../../src/core/queries/tiles/cut-tile.ts'
import { VERDICTS } from '../../../../../src/core/contract/verdicts.ts'
import { computeBounds } from '../../../../../src/core/edtf/bounds.ts'
import { parseEdtf } from '../../../../../src/core/edtf/parse.ts'
import { decodeTile } from '../../../../support/decode-tile.ts'
import { openTestCatalog, type TestCatalog } from '../../../../support/open-catalog.ts'
import { listQueries } from '../../../../support/random-list-query.ts'
import { runsOf } from '../../../../support/property-runs.ts'

const NEWEST = [{ field: 'order', descending: true }] as const
const FIRST = { number: 1, size: 50 }

const TITLES = ['', 'harbour', 'Harbour', 'HARBOUR mole', 'Éa', 'éa', 'z', '_', '[']
const DATES = [null, '1900', '1901~', '190X', '1899/1905', '../1903', '1910-05?']
const CREATORS = [null, 'Ada', 'ADA Byron', 'Élise', 'Σίσυφος', '100 %']

/** Seeds three sources, two of them public, with collections, one of them hidden. */
async function holdings({ seed }: TestCatalog): Promise<void> {
  for (const isPublic of [1, 1, 0] as const) {
    const source_id = await seed.source({ public: isPublic })
    await seed.collection({ source_id })
    await seed.collection({ source_id, public: source_id === 2 ? 0 : 1 })
  }
  for (let id = 1; id <= 5; id++) await seed.subject({ id, kb_id: `Q${id}` })
}

const imageValues = fc.record({
  collection_id: fc.integer({ min: 1, max: 6 }),
  title: fc.constantFrom(...TITLES),
  original_date: fc.constantFrom(null, 'about 1900', 'b', 'B'),
  date: fc.constantFrom(...DATES),
  creator: fc.constantFrom(...CREATORS),
  from_above: fc.constantFrom(0 as const, 1 as const),
  position: fc.option(fc.integer({ min: 1, max: 30 })),
  created_at: fc.integer({ min: 1, max: 8 }),
})

function rowOf({ date, ...values }: typeof imageValues extends fc.Arbitrary<infer T> ? T : never) {
  const bounds = date === null ? undefined : computeBounds(parseEdtf(date))
  const { fuzzyFrom: fuzzy_from = null, fuzzyTo: fuzzy_to = null } = bounds ?? {}
  return { ...values, edtf_date: date, fuzzy_from, fuzzy_to }
}

/** Derivatives of this file or another one, and failed derivations. */
const fileValues = fc.record({
  file_version: fc.constantFrom('a', 'b'),
  file_type: fc.constant('image/jpeg'),
  generation_of: fc.constantFrom(null, 'a'),
  generation_damage: fc.constantFrom(null, 'It ends early.'),
  failure_of: fc.constantFrom(null, 'b'),
  failure_state: fc.constantFrom('damaged' as const, 'failed' as const),
})

const existing = fc.integer({ min: 1, max: 40 })

const placedValues = fc.tuple(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom('low', 'medium', 'high'),
  fc.integer({ min: 1, max: 2 }),
  fc.integer({ min: 1, max: 9 }),
)

/** Changes of a catalog; those of missing images have no effect. */
const events = fc.oneof(
  imageValues.map((values) => async ({ seed }: TestCatalog) => {
    await seed.image(rowOf(values))
  }),
  fc.tuple(existing, imageValues).map(([image, values]) => async ({ seed }: TestCatalog) => {
    const { creator, ...others } = rowOf(values)
    await seed.change(image, { ...others, creator, creator_folded: creator?.toLowerCase() ?? null })
  }),
  fc.tuple(existing, fileValues).map(([image, values]) => async ({ seed }: TestCatalog) => {
    await seed.change(image, values)
  }),
  existing.map((image) => async ({ catalog }: TestCatalog) => {
    // Others may be duplicates of the first image, so it stays.
    const gone = sql`delete from image where id = ${image} and id > 1`
    await catalog.write((tx) => gone.execute(tx))
  }),
  fc.tuple(existing, placedValues).map(([image, [x, y, confidence, user, at]]) => {
    const values = sql`${confidence}, ${user}, ${at}`
    const point = sql`insert into georeference
      (image_id, latitude, longitude, confidence, user_id, created_at, geom)
      select id, ${y}, ${x}, ${values}, MakePoint(${x}, ${y}, 4326) from image where id = ${image}`
    const triangle = `POLYGON((${x} ${y}, ${x + 1} ${y}, ${x} ${y + 1}, ${x} ${y}))`
    const ring = [
      [x, y],
      [x + 1, y],
      [x, y + 1],
      [x, y],
    ]
    const polygon = JSON.stringify({ type: 'Polygon', coordinates: [ring] })
    const area = sql`insert into from_above_georeference
      (image_id, polygon, confidence, user_id, created_at, geom)
      select id, ${polygon}, ${values}, GeomFromText(${triangle}, 4326) from image where id = ${image}`
    return async ({ catalog }: TestCatalog) => {
      await catalog.write(async (tx) => {
        await point.execute(tx)
        await area.execute(tx)
      })
    }
  }),
  existing.map((id) => async ({ catalog }: TestCatalog) => {
    await catalog.write(async (tx) => {
      await tx.deleteFrom('georeference').where('id', '=', id).execute()
      await tx.deleteFrom('from_above_georeference').where('id', '=', id).execute()
    })
  }),
  fc.tuple(existing, fc.boolean(), fc.constantFrom(...VERDICTS)).map(([id, ofPoint, verdict]) => {
    const kind = ofPoint ? 'georeference' : 'from_above_georeference'
    const validation = sql`insert into validation
      (image_id, ${sql.ref(`${kind}_id`)}, validation, validated_by, validated_at)
      select image_id, id, ${verdict}, 1, 0 from ${sql.table(kind)} where id = ${id}`
    return async ({ catalog }: TestCatalog) => {
      await catalog.write((tx) => validation.execute(tx))
    }
  }),
  fc
    .tuple(existing, fc.constantFrom(...VERDICTS))
    .map(([id, validation]) => async ({ catalog }: TestCatalog) => {
      await catalog.write((tx) =>
        tx.updateTable('validation').set({ validation }).where('id', '=', id).execute(),
      )
    }),
  existing.map((image) => async ({ catalog }: TestCatalog) => {
    const duplicate = sql`update image set duplicate_of = iif(duplicate_of is null, 1, null)
      where id = ${image} and id > 1 and exists (select 1 from image where id = 1)`
    await catalog.write((tx) => duplicate.execute(tx))
  }),
  fc.tuple(existing, fc.integer({ min: 1, max: 5 })).map(([image, subject]) => {
    const tag = sql`insert or ignore into image_subject
      select id, ${subject}, 0, null, 0 from image where id = ${image}`
    const untag = sql`delete from image_subject where image_id = ${image}`
    return async ({ catalog }: TestCatalog) => {
      await catalog.write((tx) => (subject === 5 ? untag : tag).execute(tx))
    }
  }),
  fc
    .tuple(fc.constantFrom('source', 'collection'), fc.integer({ min: 1, max: 6 }), fc.boolean())
    .map(([table, id, isPublic]) => async ({ catalog }: TestCatalog) => {
      const shown = { public: isPublic ? 1 : 0 } as const
      await catalog.write((tx) => tx.updateTable(table).set(shown).where('id', '=', id).execute())
    }),
)

test('lists in memory equal those of the database after any changes', async () => {
  const stories = fc.array(fc.tuple(fc.array(events, { maxLength: 4 }), listQueries), {
    minLength: 60,
    maxLength: 90,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(imageValues, { maxLength: 25 }), stories, async (images, story) => {
      await using here = await openTestCatalog()
      await here.seed.user({ id: 1 })
      await here.seed.user({ id: 2 })
      await holdings(here)
      for (const values of images) await here.seed.image(rowOf(values))
      await using live = openLiveColumnStore(
        { file: join(here.data, 'catalog.sqlite') },
        createImageMemory(),
      )
      live.load()
      for (const [happened, question] of story) {
        for (const event of happened) await event(here)
        const asked = findIds(here.catalog.reads, question)
        const expected = await asked.catch((error: Error) => error.message)
        expect(ask(() => live.ask('page', question))).toEqual(expected)
        await compareTilesAndDecades(here, live, question)
      }
      expect(await readMaintainedCounts(here)).toEqual(await recount(here))
    }),
    { numRuns: runsOf(3), seed: 7 },
  )
})

/** Compares with those of the database. */
async function compareTilesAndDecades(
  { catalog: { reads } }: TestCatalog,
  live: LiveColumnStore,
  { list, filter }: ListQuery,
): Promise<void> {
  if (list === 'images') {
    const query = { words: [['ada'], ['byron', 'élise', 'ada']], offset: 0, limit: 2 } as const
    expect(live.ask('creators', query)?.count).toBe((await createCreatorSearch(reads)(query)).count)
    expect(live.ask('decades', filter)).toEqual(await countImageDecades(reads, filter))
    return
  }
  const tile = TILES[JSON.stringify(filter).length % TILES.length]!
  const query = { tile, points: filter, areas: { ...filter, fromAbove: undefined } }
  expect(decodeTile(live.ask('tile', query)!)).toEqual(decodeTile(await cutTile(reads, query)))
  expect(live.ask('extent', query)).toEqual(await findExtent(reads, query))
}

/** Around the points, which have coordinates of 0 to 3 degrees. */
const TILES = [
  { z: 0, x: 0, y: 0 },
  { z: 7, x: 64, y: 63 },
  { z: 9, x: 257, y: 254 },
]

async function readMaintainedCounts({ catalog: { reads } }: TestCatalog) {
  const images = await reads
    .selectFrom('collection_count')
    .select(['collection_id', 'images'])
    .where('images', '>', 0)
    .orderBy('collection_id')
    .execute()
  return { images, submissions: (await countStatistics(reads)).submissions }
}

async function recount({ catalog: { reads } }: TestCatalog) {
  const images = await reads
    .selectFrom('image')
    .select(['collection_id', ({ fn }) => fn.countAll<number>().as('images')])
    .groupBy('collection_id')
    .orderBy('collection_id')
    .execute()
  const { rows } = await sql<{ submissions: number }>`
    select count(*) as submissions
    from (select image_id from georeference union all select image_id from from_above_georeference)
      join image on image.id = image_id join collection on collection.id = collection_id
      join source on source.id = source_id
    where collection.public = 1 and source.public = 1 and duplicate_of is null
  `.execute(reads as never)
  return { images, submissions: rows[0]!.submissions }
}

function ask<T>(question: () => T): T | string {
  try {
    return question()
  } catch (error) {
    return (error as Error).message
  }
}

test('filters by reference and digest use the database', async () => {
  await using here = await openTestCatalog()
  await using live = openLiveColumnStore(
    { file: join(here.data, 'catalog.sqlite') },
    createImageMemory(),
  )
  live.load()
  const filter = { visibility: 'everything', referenceIds: ['R-1'] } as const
  expect(live.ask('page', { list: 'images', filter, terms: NEWEST, page: FIRST })).toBeUndefined()
  expect(live.isStale).toBe(false)
})

test('lists what changed for the public since a time as the database does', async () => {
  await using here = await openTestCatalog()
  await using live = openLiveColumnStore(
    { file: join(here.data, 'catalog.sqlite') },
    createImageMemory(),
  )
  await here.seed.images(await here.seed.collection(), [1, 2, 3, 4])
  live.load()
  const { reads } = here.catalog
  const hidden = await here.seed.collection({ public: 0 })
  const events = [
    () => here.seed.delete('image', 2),
    () => here.seed.change(3, { scale: '1:500' }),
    () => here.seed.images(1, [5]),
    () => here.seed.images(hidden, [6]),
    () => here.seed.change(1, { scale: '1:500' }),
  ]
  for (const event of events) {
    await event()
    const changes = await reads.selectFrom('public_change').select('changed_at').execute()
    for (const modifiedSince of [-1, 0, ...changes.map(({ changed_at }) => changed_at)]) {
      const filter = { visibility: 'everything', modifiedSince } as const
      const question = { list: 'images', filter, terms: NEWEST, page: FIRST } as const
      expect(live.ask('page', question)).toEqual(await findIds(reads, question))
      expect(live.ask('decades', filter)).toEqual(await countImageDecades(reads, filter))
    }
  }
})

test('reads everything again if it missed purged changes', async () => {
  await using here = await openTestCatalog()
  await using live = openLiveColumnStore(
    { file: join(here.data, 'catalog.sqlite') },
    createImageMemory(),
  )
  live.load()
  const first = await here.seed.image()
  await here.seed.image()
  await here.catalog.write((tx) => sql`delete from change where kind = 'collection'`.execute(tx))
  const question = {
    list: 'images',
    filter: { visibility: 'public' },
    terms: NEWEST,
    page: FIRST,
  } as const
  expect(live.ask('page', question)).toBeUndefined()
  expect(live.isStale).toBe(true)
  live.load()
  expect(live.ask('page', question)?.ids).toContain(first)
})
