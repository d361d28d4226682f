import fc from 'fast-check'
import type { ImageListQuestion } from '../../src/core/engine/sqlite/columns/images.ts'
import { IMAGE_ORDERS } from '../../src/core/model/orders.ts'

/** Mostly nothing, so that a question with all its conditions still finds some. */
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const idBelow = (most: number) => fc.integer({ min: 1, max: most })

/** Any question that a list of images can be asked in memory, of a catalogue whose ids are small. */
export const imageQuestions: fc.Arbitrary<ImageListQuestion> = fc.record({
  filter: fc.record({
    sight: fc.constantFrom('public', 'everything'),
    sources: maybe(fc.array(idBelow(4), { minLength: 1, maxLength: 2 })),
    collections: maybe(fc.array(idBelow(7), { minLength: 1, maxLength: 3 })),
    subjects: maybe(
      fc.record({
        ids: fc.array(idBelow(6), { maxLength: 2 }),
        kbIds: fc.array(
          idBelow(6).map((id) => `Q${id}`),
          { maxLength: 2 },
        ),
      }),
    ),
    creator: maybe(fc.constantFrom('A', 'ada', 'É', 'nobody', '%', 'Σ')),
    yearMin: maybe(fc.integer({ min: 1895, max: 1912 })),
    yearMax: maybe(fc.integer({ min: 1895, max: 1912 })),
    georeferenced: maybe(fc.boolean()),
    fromAbove: maybe(fc.boolean()),
  }),
  terms: fc
    .record({ field: fc.constantFrom(...IMAGE_ORDERS), descending: fc.boolean() })
    .map((term) => [term]),
  page: fc.record({
    number: fc.integer({ min: 1, max: 3 }),
    size: fc.integer({ min: 1, max: 20 }),
  }),
})
