import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import { copyToPostgres, findInView } from '../../support/catalog-in-postgres.ts'
import { generate, syllableTexts } from '../../support/generated-catalog/generate.ts'
import { sizeOf, type City } from '../../support/generated-catalog/rows.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { runsOf } from '../../support/property-runs.ts'
import { randomSearchFilter } from '../../support/random-search-filter.ts'
import { numbersFrom } from '../../support/seeded-numbers.ts'

const IMAGES = Math.min(runsOf(1500), 5000)
const PAGE = IMAGES / 5
const RADII = [null, null, 50, 1000, 5000, 50_000]
const EDGES: City[] = [
  { latitude: 90, longitude: 0 },
  { latitude: -90, longitude: 77 },
  { latitude: 0, longitude: 180 },
  { latitude: 45, longitude: -180 },
]

describe.skipIf(postgresIsMissing('postgis'))('search in view', () => {
  let postgres: Postgres
  let here: TestCatalog
  let places: City[]

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
    here = await openTestCatalog()
    const db = openConnection({ file: join(here.data, 'catalog.sqlite') })
    generate(db, sizeOf(IMAGES), syllableTexts)
    await copyToPostgres(db, postgres)
    places = db.prepare<[], City>('select latitude, longitude from georeference').all()
    db.close()
  })

  afterAll(async () => {
    await here[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  test('finds the same as PostGIS, at the same distances and in the same order', async () => {
    for (const search of randomSearches(runsOf(60), places)) {
      const expected = await findInView(postgres, search)
      const page = { number: 1, size: PAGE }
      const found = await here.catalog.inView.find({ ...search, page })
      expect(found, JSON.stringify(search)).toEqual({
        hits: expected
          .slice(0, PAGE)
          .map(({ distance, ...hit }) => ({ ...hit, distance: expect.closeTo(distance, 6) })),
        count: search.radius === null ? null : expected.length,
        hasMore: expected.length > PAGE,
      })
    }
  })
})

/** Searches at the places of georeferences, near them, at the edges of the map, and anywhere. */
function randomSearches(count: number, places: readonly City[]) {
  const below = numbersFrom(4)
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!
  const fraction = (): number => below(1_000_000) / 1_000_000
  return Array.from({ length: count }, () => ({
    ...pick([
      pick(places),
      move(pick(places), (fraction() - 0.5) / 10 ** below(4)),
      pick(EDGES),
      { latitude: 180 * fraction() - 90, longitude: 360 * fraction() - 180 },
    ]),
    radius: pick(RADII),
    filter: below(2) === 0 ? randomSearchFilter(below) : {},
  }))
}

function move({ latitude, longitude }: City, degrees: number): City {
  const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value))
  return { latitude: clamp(latitude + degrees, 90), longitude: clamp(longitude - degrees, 180) }
}
