import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { computeBounds } from '../../../src/core/model/edtf/bounds.ts'
import { parseEdtf } from '../../../src/core/model/edtf/parse.ts'
import type { TextQuery } from '../../../src/core/search/text-search.ts'
import { findTexts } from '../../support/find-texts.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { runsOf } from '../../support/property-runs.ts'

const WORDS =
  'church churches old oldest bridge brigde Bridge, Brücke мост market-place st 1904'.split(' ')
const DATES = [null, '1900', '1901~', '190X', '1899/1905', '../1903', '1910-05?']
const MAX_IMAGES = 30

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

type Event = (here: TestCatalog) => Promise<unknown>

const run =
  (...statements: RawBuilder<unknown>[]): Event =>
  ({ catalog }) =>
    catalog.write(async (tx) => {
      for (const statement of statements) await statement.execute(tx)
    })

/** Changes of a catalog; those of missing images have no effect. */
const event: fc.Arbitrary<Event> = fc.oneof(
  imageValues.map(
    (values): Event =>
      (here) =>
        here.seed.image(values),
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

const query: fc.Arbitrary<TextQuery> = fc.record({
  text: fc.constantFrom(
    'church',
    'old bridge',
    'brigde',
    'мост',
    'the oldest church of the market place',
    '...',
  ),
  threshold: fc.constantFrom(0.3, 0.7, 1),
  filter: fc.record(
    {
      georeferenced: fc.boolean(),
      yearMin: year,
      yearMax: year,
      sources: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
      collections: fc.array(collection, { minLength: 1, maxLength: 4 }),
      subjects: fc.record({
        ids: fc.array(subject, { maxLength: 1 }),
        kbIds: fc.array(
          subject.map((id) => `Q${id}`),
          { maxLength: 1 },
        ),
      }),
    },
    { requiredKeys: [] },
  ),
  page: fc.record({
    number: fc.integer({ min: 1, max: 3 }),
    size: fc.integer({ min: 1, max: 20 }),
  }),
})

/** Few enough queries that most are asked again after some changes, and then come from the cache. */
const story = fc.array(query, { minLength: 6, maxLength: 6 }).chain((queries) =>
  fc.array(
    fc.tuple(
      fc.array(event, { maxLength: 6 }),
      fc.array(fc.tuple(fc.constantFrom(...queries), fc.integer({ min: 1, max: 3 })), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    { minLength: 20, maxLength: 40 },
  ),
)

async function seedHoldings({ seed }: TestCatalog): Promise<void> {
  await seed.user({ id: 1 })
  for (const isPublic of [1, 1, 0] as const) {
    const source_id = await seed.source({ public: isPublic })
    await seed.collection({ source_id })
    await seed.collection({ source_id, public: source_id === 2 ? 0 : 1 })
  }
  for (let id = 1; id <= 3; id++) await seed.subject({ id, kb_id: `Q${id}` })
}

test('every page equals a search of all texts in the database, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(imageValues, { maxLength: 20 }), story, async (images, story) => {
      await using here = await openTestCatalog()
      await seedHoldings(here)
      for (const values of images) await here.seed.image(values)
      const { catalog } = here
      const { signal } = new AbortController()
      for (const [events, asked] of story) {
        for (const happen of events) await happen(here)
        for (const [query, number] of asked) {
          const paged = { ...query, page: { ...query.page, number } }
          const found = catalog.textSearch.find(paged, '192.0.2.1', signal)
          expect(await found).toEqual(await findTexts(catalog, paged))
        }
      }
    }),
    { numRuns: runsOf(4), seed: 14 },
  )
})
