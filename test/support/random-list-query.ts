import fc from 'fast-check'
import type { ListQuery } from '../../src/core/queries/lists/list-query.ts'
import { parseBox } from '../../src/core/model/geometry/box.ts'
import { parseMapBox } from '../../src/core/model/tiles/map-box.ts'
import { PLACEMENT_VERDICTS } from '../../src/core/model/placement-verdict.ts'
import { PROCESSING_STATES } from '../../src/core/model/processing.ts'
import { GEOREFERENCE_ORDERS, IMAGE_ORDERS } from '../../src/core/model/orders.ts'

/** Usually undefined, so that a query with several filters still finds rows. */
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

const idBelow = (most: number) => fc.integer({ min: 1, max: most })
const year = fc.integer({ min: 1895, max: 1912 })

const common = {
  visibility: fc.constantFrom('public' as const, 'everything' as const),
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
  yearMin: maybe(year),
  yearMax: maybe(year),
}

const creator = maybe(fc.constantFrom('A', 'ada', 'É', 'nobody', '%', 'Σ'))

const box = maybe(
  fc
    .constantFrom('0,0,4,4', '-180,-90,180,90', '2,1,2,1', '1,1,3,2', '3,0,1,9', '-359,0,-357,3')
    .map((text) => parseBox(text)),
)

const mapBox = maybe(
  fc
    .tuple(
      fc.constantFrom(
        '0,0,4,4',
        '-180,-90,180,90',
        '2,1,2,1',
        '1,1,3,2',
        '3,0,1,9',
        '-359,0,-357,3',
      ),
      fc.constantFrom('', '@5', '@9'),
      fc.constantFrom('', '-points', '-areas', '-all', '-drawn'),
    )
    .map((parts) => parseMapBox(parts.join(''))),
)

const placed = {
  ...common,
  box,
  creator,
  images: maybe(fc.array(idBelow(40), { minLength: 1, maxLength: 12 })),
  confidence: maybe(fc.constantFrom('low' as const, 'medium' as const, 'high' as const)),
  verdict: maybe(fc.constantFrom(...PLACEMENT_VERDICTS)),
  users: maybe(fc.array(idBelow(3), { minLength: 1, maxLength: 2 })),
}

const orderedBy = <Field extends string>(fields: readonly Field[]) =>
  fc
    .record({ field: fc.constantFrom(...fields), descending: fc.boolean() })
    .map((term) => [term] as const)

const page = fc.record({
  number: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 20 }),
})

/** Generates any list query that the lists in memory can answer, for a catalog with small ids. */
export const listQueries: fc.Arbitrary<ListQuery> = fc.oneof(
  fc.record({
    list: fc.constant('images' as const),
    filter: fc.record({
      ...common,
      box: mapBox,
      creator,
      georeferenced: maybe(fc.boolean()),
      fromAbove: maybe(fc.boolean()),
      ids: maybe(fc.array(idBelow(40), { minLength: 1, maxLength: 12 })),
      placedBy: maybe(fc.array(idBelow(3), { minLength: 1, maxLength: 2 })),
      verdict: maybe(fc.constantFrom(...PLACEMENT_VERDICTS)),
      processing: maybe(fc.uniqueArray(fc.constantFrom(...PROCESSING_STATES), { minLength: 1 })),
    }),
    terms: orderedBy(IMAGE_ORDERS),
    page,
  }),
  fc.record({
    list: fc.constant('points' as const),
    filter: fc.record({ ...placed, fromAbove: maybe(fc.boolean()) }),
    terms: orderedBy(GEOREFERENCE_ORDERS),
    page,
  }),
  fc.record({
    list: fc.constant('areas' as const),
    filter: fc.record(placed),
    terms: orderedBy(GEOREFERENCE_ORDERS),
    page,
  }),
)
