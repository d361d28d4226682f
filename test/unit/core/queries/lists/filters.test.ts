import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  listAreaIds,
  listPointIds,
  type PointFilter,
} from '../../../../../src/core/queries/lists/georeferences.ts'
import { listImageIds, type ImageFilter } from '../../../../../src/core/queries/lists/images.ts'
import type { VERDICTS } from '../../../../../src/core/contract/verdicts.ts'
import { findVerdict, PLACEMENT_VERDICTS } from '../../../../../src/core/model/placement-verdict.ts'
import { getFirstDayOfYear, getLastDayOfYear } from '../../../../../src/core/edtf/days.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'
import { createSeed } from '../../../../support/seed.ts'
import { runsOf } from '../../../../support/property-runs.ts'

const FIRST_PAGE = { number: 1, size: 100 }
const IMAGES = 40
const CONFIDENCES = ['low', 'medium', 'high'] as const
const CREATORS = [null, 'Ada Foto', 'foto_haus', 'Ötzi']

const here = await openTestCatalog()
afterAll(() => here[Symbol.asyncDispose]())
const seed = createSeed(here)
const { reads } = here.catalog

const collections = [
  { id: await seed.collection({ public: 0 }), source: 1, isPublic: false },
  { id: await seed.collection({ source_id: 1 }), source: 1, isPublic: true },
  { id: await seed.collection({ source_id: await seed.source() }), source: 2, isPublic: true },
]
const subjects = [await seed.subject({ kb_id: 'Q1' }), await seed.subject({ kb_id: 'Q2' })]
const users = [await seed.user(), await seed.user()]

/** Validations of a georeference. */
const VOICES: readonly (readonly (typeof VERDICTS)[number][])[] = [
  [],
  ['correct'],
  ['incorrect'],
  ['uncertain'],
  ['correct', 'incorrect'],
  ['correct', 'uncertain'],
  ['incorrect', 'uncertain'],
]

/** Combines every value with every other one. */
const facts = Array.from({ length: IMAGES }, (_, at) => ({
  at,
  collection: collections[at % 3]!,
  fromAbove: at % 2 === 1,
  isDuplicate: at % 11 === 10,
  creator: CREATORS[Math.floor(at / 3) % 4]!,
  years: at % 5 === 0 ? null : ([1900 + (at % 7), 1902 + (at % 7) + (at % 3)] as const),
  tags: subjects.filter((_, n) => (at >> n) % 3 === 0),
  confidence: CONFIDENCES[Math.floor(at / 2) % 3]!,
  user: users[Math.floor(at / 5) % 2]!,
  voices: VOICES[Math.floor(at / 7) % 7]!,
  hasPoint: at % 4 !== 0 && at % 11 !== 10,
  hasArea: at % 3 !== 0 && at % 11 !== 10,
}))
type Fact = (typeof facts)[number]

for (const fact of facts) {
  const { creator, years } = fact
  const id = await seed.image({
    collection_id: fact.collection.id,
    from_above: fact.fromAbove ? 1 : 0,
    duplicate_of: fact.isDuplicate ? 1 : null,
    creator,
    fuzzy_from: years && getFirstDayOfYear(years[0]),
    fuzzy_to: years && getLastDayOfYear(years[1]),
  })
  if (fact.tags.length > 0) await seed.tag(id, ...fact.tags)
  const placed = { confidence: fact.confidence, user_id: fact.user, created_at: 1000 - fact.at }
  const point = fact.hasPoint && (await seed.point(id, placed))
  const area = fact.hasArea && (await seed.area(id, placed))
  for (const validation of fact.voices) {
    if (point) await seed.validation({ image: id, point }, { validation })
    if (area) await seed.validation({ image: id, area }, { validation })
  }
}

const some = <T>(values: readonly T[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined, freq: 2 })
const maybe = <T>(values: readonly T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })

const common = {
  visibility: fc.constantFrom('public' as const, 'everything' as const),
  sources: some([1, 2]),
  collections: some(collections.map(({ id }) => id)),
  subjects: fc.option(
    fc.record({ ids: fc.subarray(subjects), kbIds: fc.subarray(['Q1', 'Q2', 'Q3']) }),
    { nil: undefined },
  ),
  yearMin: maybe([1899, 1903, 1905, 1911]),
  yearMax: maybe([1899, 1901, 1904, 1911]),
  fromAbove: maybe([true, false]),
}

const imageFilter: fc.Arbitrary<ImageFilter> = fc.record({
  ...common,
  creator: maybe(['FOTO', '_', '%', 'öTZ', 'nobody']),
  georeferenced: maybe([true, false]),
})

const pointFilter: fc.Arbitrary<PointFilter> = fc.record({
  ...common,
  images: some([1, 2, 3, 4, 5, 6, 7, 8, 9]),
  confidence: maybe(CONFIDENCES),
  verdict: maybe(PLACEMENT_VERDICTS),
  users: some(users),
})

function verdictOf({ voices }: Fact) {
  const count = (verdict: string) => voices.filter((one) => one === verdict).length
  return findVerdict({ correct_count: count('correct'), incorrect_count: count('incorrect') })
}

/** Applies the filters that both lists have, independently of the queries. */
function passes(fact: Fact, filter: ImageFilter | PointFilter): boolean {
  const { visibility, sources, collections, fromAbove } = filter
  const { collection } = fact
  return [
    visibility === 'everything' || collection.isPublic,
    sources?.includes(collection.source) ?? true,
    collections?.includes(collection.id) ?? true,
    fromAbove === undefined || fact.fromAbove === fromAbove,
    showsSubject(fact, filter),
    isOfYears(fact, filter),
  ].every(Boolean)
}

function isOfYears({ years }: Fact, { yearMin, yearMax }: ImageFilter): boolean {
  const isLate = yearMin === undefined || (years !== null && years[1] >= yearMin)
  const isEarly = yearMax === undefined || (years !== null && years[0] <= yearMax)
  return isLate && isEarly
}

function showsSubject({ tags }: Fact, filter: ImageFilter): boolean {
  if (filter.subjects === undefined) return true
  const named = [...filter.subjects.ids, ...kbIdsOf(filter)]
  return tags.some((tag) => named.includes(tag))
}

function kbIdsOf({ subjects: named }: ImageFilter): number[] {
  return (named?.kbIds ?? []).flatMap((kbId) => subjects[Number(kbId.slice(1)) - 1] ?? [])
}

test('an image matches any combination of filters if it matches each of them', async () => {
  const order = [{ field: 'order', descending: true }] as const
  await fc.assert(
    fc.asyncProperty(imageFilter, async (filter) => {
      const { creator, georeferenced } = filter
      const expected = facts
        .filter((fact) => passes(fact, filter))
        .filter((fact) => !creator || fact.creator?.toLowerCase().includes(creator.toLowerCase()))
        .filter(({ fromAbove, hasArea, hasPoint }) => {
          return georeferenced === undefined || georeferenced === (fromAbove ? hasArea : hasPoint)
        })
        .map(({ at }) => at + 1)
      const { ids, count } = await listImageIds(reads, filter, order, FIRST_PAGE)
      expect([ids, count]).toEqual([expected.toReversed(), expected.length])
    }),
    { numRuns: runsOf(100) },
  )
})

test('a georeference matches any combination of filters if it matches each of them', async () => {
  const order = [{ field: 'georeferenced_at', descending: true }] as const
  const points = idsOf(({ hasPoint }) => hasPoint)
  const areas = idsOf(({ hasArea }) => hasArea)
  await fc.assert(
    fc.asyncProperty(pointFilter, async (filter) => {
      const { images, confidence, verdict, users } = filter
      const matching = facts
        .filter((fact) => passes(fact, filter))
        .filter(({ at }) => images?.includes(at + 1) ?? true)
        .filter((fact) => confidence === undefined || fact.confidence === confidence)
        .filter((fact) => verdict === undefined || verdictOf(fact) === verdict)
        .filter(({ user }) => users?.includes(user) ?? true)
      const onPoints = matching.flatMap(({ at }) => points.get(at) ?? [])
      const onAreas = matching
        .filter(({ fromAbove }) => fromAbove)
        .flatMap(({ at }) => areas.get(at) ?? [])
      expect((await listPointIds(reads, filter, order, FIRST_PAGE)).ids).toEqual(onPoints)
      const { fromAbove, ...areaFilter } = filter
      if (fromAbove === false) return
      expect((await listAreaIds(reads, areaFilter, order, FIRST_PAGE)).ids).toEqual(onAreas)
    }),
    { numRuns: runsOf(100) },
  )
})

/** The ids of georeferences follow the order of the images. */
function idsOf(isPlaced: (fact: Fact) => boolean): Map<number, number> {
  return new Map(facts.filter(isPlaced).map(({ at }, index) => [at, index + 1]))
}
