import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { computeBounds } from '../../../src/core/edtf/bounds.ts'
import { parseEdtf } from '../../../src/core/edtf/parse.ts'
import type { TextQuery } from '../../../src/core/queries/searches/text-search.ts'
import { findTexts } from '../../support/find-texts.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import type { Seed } from '../../support/seed.ts'
import { runsOf } from '../../support/property-runs.ts'

const WORDS =
  'church churches old oldest bridge brigde Bridge, Brücke мост market-place st 1904'.split(' ')
const DATES = [null, '1900', '1901~', '190X', '1899/1905', '../1903', '1910-05?']
const MAX_IMAGES = 30

const ids = fc.shuffledSubarray(
  Array.from({ length: MAX_IMAGES }, (_, n) => n + 1),
  { minLength: MAX_IMAGES },
)
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((words) => words.join(' '))
const image = fc.integer({ min: 1, max: MAX_IMAGES })
const subject = fc.integer({ min: 1, max: 3 })
const collection = fc.integer({ min: 1, max: 6 })
const flag = fc.constantFrom(0 as const, 1 as const)

const imageValues = fc
  .record({
    collection_id: collection,
    title: text,
    description: fc.option(text),
    from_above: flag,
    edtf_date: fc.constantFrom(...DATES),
  })
  .map((values) => {
    const bounds =
      values.edtf_date === null ? undefined : computeBounds(parseEdtf(values.edtf_date))
    const { fuzzyFrom: fuzzy_from = null, fuzzyTo: fuzzy_to = null } = bounds ?? {}
    return { ...values, fuzzy_from, fuzzy_to }
  })

interface Scene extends TestCatalog {
  /** Ids for new images. They do not ascend, because an id is reserved before its image is committed. */
  readonly ids: number[]
}

type Event = (scene: Scene) => Promise<unknown>

const run =
  (...statements: RawBuilder<unknown>[]): Event =>
  ({ catalog }) =>
    catalog.write(async (tx) => {
      for (const statement of statements) await statement.execute(tx)
    })

const addImage = async ({ seed, ids }: Scene, values: Parameters<Seed['image']>[0]) => {
  const id = ids.pop()
  if (id !== undefined) await seed.image({ ...values, id })
}

/** Changes of a catalog; those of missing images have no effect. */
const event: fc.Arbitrary<Event> = fc.oneof(
  imageValues.map(
    (values): Event =>
      (scene) =>
        addImage(scene, values),
  ),
  fc.tuple(image, imageValues).map(
    ([id, values]): Event =>
      (here) =>
        here.seed.change(id, values),
  ),
  fc
    .tuple(image, text)
    .map(([id, text]) => run(sql`update image set title = ${text} where id = ${id}`)),
  fc
    .tuple(image, fc.option(text))
    .map(([id, text]) => run(sql`update image set description = ${text} where id = ${id}`)),
  fc
    .tuple(image, text)
    .map(([id, text]) =>
      run(
        sql`insert into comment (image_id, text, commented_by, created_at) select id, ${text}, 1, 0 from image where id = ${id}`,
      ),
    ),
  fc
    .tuple(image, text)
    .map(([id, text]) => run(sql`update comment set text = ${text} where image_id = ${id}`)),
  image.map((id) => run(sql`delete from comment where image_id = ${id}`)),
  fc.tuple(image, fc.option(text)).map(([id, notes]) =>
    run(
      sql`insert into georeference (image_id, latitude, longitude, confidence, confidence_notes, user_id, created_at, geom)
        select id, 1, 1, 'low', ${notes}, 1, 0, MakePoint(1, 1, 4326) from image where id = ${id}`,
      sql`insert into from_above_georeference (image_id, polygon, confidence, confidence_notes, user_id, created_at, geom)
        select id, '', 'low', ${notes}, 1, 0, GeomFromText('POLYGON((0 0, 1 0, 0 1, 0 0))', 4326) from image where id = ${id}`,
    ),
  ),
  fc
    .tuple(image, text, fc.constantFrom('georeference', 'from_above_georeference'))
    .map(([id, notes, table]) =>
      run(sql`update ${sql.table(table)} set confidence_notes = ${notes} where image_id = ${id}`),
    ),
  fc
    .tuple(image, fc.constantFrom('georeference', 'from_above_georeference'))
    .map(([id, table]) => run(sql`delete from ${sql.table(table)} where image_id = ${id}`)),
  // Others may be duplicates of the first image, so it stays.
  image.map((id) => run(sql`delete from image where id = ${id} and id > 1`)),
  image.map((id) =>
    run(sql`update image set duplicate_of = iif(duplicate_of is null, 1, null)
      where id = ${id} and id > 1 and exists (select 1 from image where id = 1)`),
  ),
  fc
    .tuple(image, subject)
    .map(([id, subject]) =>
      run(
        sql`insert or ignore into image_subject select id, ${subject}, 0, null, 0 from image where id = ${id}`,
      ),
    ),
  image.map((id) => run(sql`delete from image_subject where image_id = ${id}`)),
  fc
    .tuple(subject, subject)
    .map(([id, kb]) => run(sql`update subject set kb_id = ${`Q${kb}`} where id = ${id}`)),
  fc
    .tuple(image, collection)
    .map(([id, to]) => run(sql`update image set collection_id = ${to} where id = ${id}`)),
  fc
    .tuple(fc.constantFrom('source', 'collection'), collection, flag)
    .map(([table, id, shown]) =>
      run(sql`update ${sql.table(table)} set public = ${shown} where id = ${id}`),
    ),
)

const year = fc.integer({ min: 1898, max: 1912 })

/** Usually undefined, so that a query with several filters still finds images. */
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

const subjects = fc.record({
  ids: fc.array(subject, { minLength: 1, maxLength: 2 }),
  kbIds: fc.array(
    subject.map((id) => `Q${id}`),
    { maxLength: 1 },
  ),
})

const query: fc.Arbitrary<TextQuery> = fc.record({
  text: fc.constantFrom('church', 'old bridge', 'brigde', 'мост', 'the oldest church', '...'),
  threshold: fc.constantFrom(0.3, 0.7, 1),
  filter: fc.record({
    georeferenced: maybe(fc.boolean()),
    yearMin: maybe(year),
    yearMax: maybe(year),
    sources: maybe(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 })),
    collections: maybe(fc.array(collection, { minLength: 1, maxLength: 4 })),
    subjects: fc.option(subjects, { freq: 1, nil: undefined }),
  }) as fc.Arbitrary<TextQuery['filter']>,
  page: fc.record({ number: fc.constant(1), size: fc.integer({ min: 3, max: 30 }) }),
})

/** Few enough queries that most are asked again after some changes, and then come from the cache. */
const story = fc.array(query, { minLength: 6, maxLength: 6 }).chain((queries) =>
  fc.array(
    fc.tuple(
      fc.array(event, { maxLength: 6 }),
      fc.array(fc.tuple(fc.constantFrom(...queries), fc.constantFrom(1, 1, 1, 2)), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    { minLength: 20, maxLength: 30 },
  ),
)

const { signal } = new AbortController()

async function expectCurrent({ catalog }: Scene, query: TextQuery): Promise<void> {
  const found = await catalog.textSearch.find(query, '192.0.2.1', signal)
  expect(found).toEqual(await findTexts(catalog, query))
}

async function seedHoldings({ seed }: TestCatalog): Promise<void> {
  await seed.user({ id: 1 })
  for (const isPublic of [1, 1, 0] as const) {
    const source_id = await seed.source({ public: isPublic })
    await seed.collection({ source_id })
    await seed.collection({ source_id, public: source_id === 2 ? 0 : 1 })
  }
  for (let id = 1; id <= 3; id++) await seed.subject({ id, kb_id: `Q${id}` })
}

const PAGE = { number: 1, size: 40 }

const FILTERS: readonly TextQuery['filter'][] = [
  {},
  { georeferenced: true },
  { yearMin: 1910 },
  { sources: [1, 3] },
  { collections: [2, 5] },
  { subjects: { ids: [1], kbIds: [] } },
  { subjects: { ids: [], kbIds: ['Q2', 'Q9'] } },
]

/** Each affects one image at least that is found, or that should be. */
const CHANGES: Record<string, Event> = {
  'a new image': ({ seed }) => seed.image({ id: 100, collection_id: 2, title: 'Church' }),
  'a new image whose id was reserved earlier': ({ seed }) =>
    seed.image({ id: 50, collection_id: 2, title: 'Church' }),
  'a new title': ({ seed }) => seed.change(1, { title: 'The old church' }),
  'a new description': ({ seed }) => seed.change(2, { description: 'Churches' }),
  'no description': ({ seed }) => seed.change(3, { description: null }),
  'a comment': ({ seed }) => seed.comment(4, { text: 'church', commented_by: 1 }),
  'another comment': run(sql`update comment set text = 'bridge' where image_id = 4`),
  'no comment': run(sql`delete from comment where image_id = 5`),
  'a georeference': ({ seed }) => seed.point(6, { confidence_notes: 'church', user_id: 1 }),
  'other notes': run(sql`update georeference set confidence_notes = 'bridge'`),
  'no georeference': run(sql`delete from georeference where image_id = 7`),
  'an area': ({ seed }) => seed.area(8, { confidence_notes: 'church', user_id: 1 }),
  'other notes on an area': run(
    sql`update from_above_georeference set confidence_notes = 'bridge'`,
  ),
  'no area': run(sql`delete from from_above_georeference`),
  'another date': ({ seed }) => seed.change(9, { fuzzy_from: -25_000, fuzzy_to: -24_000 }),
  'another collection': ({ seed }) => seed.change(10, { collection_id: 2 }),
  'a tag': ({ seed }) => seed.tag(11, 1, 2),
  'no tag': ({ seed }) => seed.untag(12, 1),
  'another item of a subject': run(sql`update subject set kb_id = 'Q9' where id = 3`),
  'a duplicate': ({ seed }) => seed.change(13, { duplicate_of: 1 }),
  'no duplicate': ({ seed }) => seed.change(14, { duplicate_of: null }),
  'a deleted image': ({ seed }) => seed.delete('image', 15),
  'a hidden collection': ({ seed }) => seed.setPublic('collection', 2, false),
  'a public collection': ({ seed }) => seed.setPublic('collection', 4, true),
  'a hidden source': ({ seed }) => seed.setPublic('source', 1, false),
  'a public source': ({ seed }) => seed.setPublic('source', 3, true),
  'a new collection': async ({ seed }) => {
    await seed.collection({ source_id: 3 })
    await seed.image({ id: 101, collection_id: 7, title: 'Church' })
  },
}

test('searches that were run before find what has changed since', async () => {
  await using here = await openTestCatalog()
  const scene = { ...here, ids: [] }
  const { seed } = here
  await seedHoldings(here)
  for (let id = 1; id <= 30; id++) {
    const duplicate_of = id === 14 ? 1 : null
    const texts = { title: `Image ${id}`, description: 'At the church' }
    await seed.image({ id, collection_id: 1 + (id % 6), ...texts, duplicate_of })
    await seed.tag(id, 1 + (id % 2) * 2)
  }
  await seed.comment(5, { text: 'church', commented_by: 1 })
  await seed.point(7, { confidence_notes: 'church', user_id: 1 })
  const queries = FILTERS.map((filter) => ({
    text: 'church',
    threshold: 0.7,
    filter,
    page: PAGE,
  }))
  for (const query of queries) await expectCurrent(scene, query)
  for (const change of Object.values(CHANGES)) {
    await change(scene)
    for (const query of queries) await expectCurrent(scene, query)
  }
})

test('searches find everything after changes that the log has lost', async () => {
  await using here = await openTestCatalog()
  const scene = { ...here, ids: [] }
  const [query] = FILTERS.map((filter) => ({ text: 'church', threshold: 0.7, filter, page: PAGE }))
  await here.seed.image({ title: 'Church' })
  await expectCurrent(scene, query!)
  await here.seed.image({ title: 'Churches' })
  await here.seed.comment(1, { text: 'At the old church' })
  await run(sql`delete from change where seq < (select max(seq) from change)`)(scene)
  await expectCurrent(scene, query!)
})

test('searches that were run before find thousands of changes', async () => {
  await using here = await openTestCatalog()
  const scene = { ...here, ids: [] }
  const images = Array.from({ length: 2500 }, (_, n) => n + 1)
  await here.seed.images(await here.seed.collection(), images)
  const queries = ['church', 'old bridge'].map((text) => ({
    text,
    threshold: 0.7,
    filter: {},
    page: PAGE,
  }))
  for (const query of queries) await expectCurrent(scene, query)
  const titles = ['Church', 'The old bridge', 'Market']
  for (const [n, title] of titles.entries()) {
    const rename = sql`update image set title = ${title} where id % 3 = ${n} or id > 2000`
    await run(rename)(scene)
  }
  await Promise.all(queries.map((query) => expectCurrent(scene, query)))
})

test('every page equals a search of all texts in the database, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      ids,
      fc.array(imageValues, { maxLength: 15 }),
      story,
      async (ids, images, story) => {
        await using here = await openTestCatalog()
        const scene = { ...here, ids: [...ids] }
        await seedHoldings(here)
        for (const values of images) await addImage(scene, values)
        for (const [events, asked] of story) {
          // Searches that run meanwhile may include a part of the changes.
          const running = asked.map(([query], n) =>
            here.catalog.textSearch.find(query, `192.0.2.${n}`, signal),
          )
          for (const happen of events) await happen(scene)
          await Promise.all(running)
          for (const [query, number] of asked) {
            await expectCurrent(scene, { ...query, page: { ...query.page, number } })
          }
        }
      },
    ),
    { numRuns: runsOf(2), seed: 14 },
  )
})
