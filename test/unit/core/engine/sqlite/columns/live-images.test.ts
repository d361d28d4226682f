import fc from 'fast-check'
import { sql } from 'kysely'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLiveImages } from '../../../../../../src/core/engine/sqlite/columns/live-images.ts'
import { listImageIds } from '../../../../../../src/core/engine/sqlite/lists/images.ts'
import { edtfBounds } from '../../../../../../src/core/model/edtf/bounds.ts'
import { parseEdtf } from '../../../../../../src/core/model/edtf/parse.ts'
import { openTestCatalog, type TestCatalog } from '../../../../../support/open-catalog.ts'
import { imageQuestions } from '../../../../../support/random-question.ts'

const NEWEST = [{ field: 'order', descending: true }] as const
const FIRST = { number: 1, size: 50 }

const TITLES = ['', 'harbour', 'Harbour', 'HARBOUR mole', 'Éa', 'éa', 'z', '_', '[']
const DATES = [null, '1900', '1901~', '190X', '1899/1905', '../1903', '1910-05?']
const CREATORS = [null, 'Ada', 'ADA Byron', 'Élise', 'Σίσυφος', '100 %']

/** Two public sources of three, each with collections, one of which is hidden. */
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
  const bounds = date === null ? undefined : edtfBounds(parseEdtf(date))
  const { fuzzyFrom: fuzzy_from = null, fuzzyTo: fuzzy_to = null } = bounds ?? {}
  return { ...values, edtf_date: date, fuzzy_from, fuzzy_to }
}

const existing = fc.integer({ min: 1, max: 40 })

/** What may happen to a catalogue; an image that is not there is left alone. */
const events = fc.oneof(
  imageValues.map((values) => async ({ seed }: TestCatalog) => {
    await seed.image(rowOf(values))
  }),
  fc.tuple(existing, imageValues).map(([image, values]) => async ({ seed }: TestCatalog) => {
    const { creator, ...others } = rowOf(values)
    await seed.change(image, { ...others, creator, creator_folded: creator?.toLowerCase() ?? null })
  }),
  existing.map((image) => async ({ catalog }: TestCatalog) => {
    await catalog.write((tx) => tx.deleteFrom('image').where('id', '=', image).execute())
  }),
  fc.tuple(existing, fc.integer({ min: 1, max: 9 })).map(([image, created_at]) => {
    const point = sql`insert into georeference
      (image_id, latitude, longitude, confidence, user_id, created_at, geom)
      select id, 1, 2, 'low', 1, ${created_at}, MakePoint(2, 1, 4326) from image where id = ${image}`
    return async ({ catalog }: TestCatalog) => {
      await catalog.write((tx) => point.execute(tx))
    }
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

test('lists in memory are the lists that the database gives, whatever happens to the catalogue', async () => {
  const stories = fc.array(fc.tuple(fc.array(events, { maxLength: 4 }), imageQuestions), {
    minLength: 60,
    maxLength: 90,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(imageValues, { maxLength: 25 }), stories, async (images, story) => {
      await using here = await openTestCatalog()
      await here.seed.user({ id: 1 })
      await holdings(here)
      for (const values of images) await here.seed.image(rowOf(values))
      await using live = openLiveImages({ file: join(here.data, 'catalog.sqlite') })
      live.load()
      for (const [happened, question] of story) {
        for (const event of happened) await event(here)
        const { filter, terms, page } = question
        const asked = listImageIds(here.catalog.reads, filter, terms, page)
        const expected = await asked.catch((error: Error) => error.message)
        expect(ask(() => live.list(question))).toEqual(expected)
      }
    }),
    { numRuns: 6, seed: 7 },
  )
})

function ask<T>(question: () => T): T | string {
  try {
    return question()
  } catch (error) {
    return (error as Error).message
  }
}

test('what is found by reference or by file is left to the database', async () => {
  await using here = await openTestCatalog()
  await using live = openLiveImages({ file: join(here.data, 'catalog.sqlite') })
  live.load()
  const filter = { sight: 'everything', referenceId: 'R-1' } as const
  expect(live.list({ filter, terms: NEWEST, page: FIRST })).toBeUndefined()
  expect(live.isStale).toBe(false)
})

test('who missed changes that were swept away reads everything again', async () => {
  await using here = await openTestCatalog()
  await using live = openLiveImages({ file: join(here.data, 'catalog.sqlite') })
  live.load()
  const first = await here.seed.image()
  await here.seed.image()
  await here.catalog.write((tx) => sql`delete from change where kind = 'holding'`.execute(tx))
  const question = { filter: { sight: 'public' }, terms: NEWEST, page: FIRST } as const
  expect(live.list(question)).toBeUndefined()
  expect(live.isStale).toBe(true)
  live.load()
  expect(live.list(question)?.ids).toContain(first)
})
