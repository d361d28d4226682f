import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { matchAreaInBox, matchPointInBox } from '../../../../../src/core/queries/lists/in-box.ts'
import { boxGeometry } from '../../../../../src/core/database/sqlite/spatial.ts'
import { parseBox } from '../../../../../src/core/model/geometry/box.ts'
import { serializeGeometry } from '../../../../../src/core/model/geometry/geometry.ts'
import { parsePolygon } from '../../../../../src/core/model/geometry/parse.ts'
import { openTestCatalog, type TestCatalog } from '../../../../support/open-catalog.ts'
import { runsOf } from '../../../../support/property-runs.ts'

/** Multiples of a quarter degree, so that points often lie on edges and sums are exact. */
const quarter = (min: number, max: number) =>
  fc.integer({ min: min * 4, max: max * 4 }).map((steps) => steps / 4)

interface Edges {
  west: number
  south: number
  east: number
  north: number
}

const edges: fc.Arbitrary<Edges> = fc
  .record({
    west: quarter(-360, 360),
    east: quarter(-360, 360),
    width: fc.option(quarter(0, 12)),
    south: quarter(-90, 90),
    height: fc.oneof(fc.constant(0), quarter(0, 20), quarter(0, 180)),
  })
  .map(({ west, east, width, south, height }) => ({
    west,
    south,
    east: width === null ? east : Math.min(360, west + width),
    north: Math.min(90, south + height),
  }))

const place = fc.record({
  longitude: fc.oneof(quarter(-180, 180), fc.constantFrom(-180, 180, 0)),
  latitude: quarter(-90, 90),
})

/** A triangle, or a square with a square hole. */
const outline = fc.oneof(
  fc
    .array(fc.tuple(quarter(-30, 30), quarter(-20, 20)), { minLength: 3, maxLength: 3 })
    .map((corners) => [corners]),
  fc.integer({ min: 2, max: 20 }).map((size) => [square(size), square(size - 1).toReversed()]),
)

const square = (r: number): [number, number][] => [
  [-r, -r],
  [r, -r],
  [r, r],
  [-r, r],
]

const polygon = fc
  .record({ outline, longitude: quarter(-330, 330), latitude: quarter(-70, 70) })
  .map(({ outline, longitude, latitude }) => ({
    type: 'Polygon',
    coordinates: outline.map((ring) => ring.map(([x, y]) => [x + longitude, y + latitude])),
  }))
  .filter(isArea)
  .map((value) => serializeGeometry(parsePolygon(value)))

function isArea(value: object): boolean {
  try {
    parsePolygon(value)
    return true
  } catch {
    return false
  }
}

const boxOf = ({ west, south, east, north }: Edges) =>
  parseBox([west, south, east, north].join(','))

/** Returns the longitudes from west to east, or all of them if the box covers the globe. */
function eastward({ west, east }: Edges): [west: number, east: number] {
  if (east - west >= 360) return [-360, 360]
  return [west, east < west ? east + 360 * Math.ceil((west - east) / 360) : east]
}

test('finds the points in a box, edges included, with and without the spatial index', async () => {
  await using here = await openTestCatalog()
  const places = fc.sample(place, { numRuns: 60, seed: 1 })
  const ids = await put(here, places.length, (image, at, user_id) =>
    here.seed.point(image, { ...places[at]!, user_id }),
  )
  await fc.assert(
    fc.asyncProperty(edges, async (asked) => {
      const [west, east] = eastward(asked)
      const expected = ids.filter((_, at) => {
        const { longitude, latitude } = places[at]!
        const turns = [-720, -360, 0, 360, 720].map((turn) => longitude + turn)
        const isBetween = turns.some((turned) => west <= turned && turned <= east)
        return isBetween && asked.south <= latitude && latitude <= asked.north
      })
      const box = boxOf(asked)
      for (const few of [-1, 1000]) {
        const condition = await matchPointInBox(here.catalog.reads, {
          alias: 'placed',
          box,
          maxCandidates: few,
        })
        expect(await found(here, 'point_current', condition)).toEqual(expected)
      }
    }),
    { numRuns: runsOf(70) },
  )
})

test('finds the areas that intersect a box according to SpatiaLite', async () => {
  await using here = await openTestCatalog()
  const polygons = fc.sample(polygon, { numRuns: 60, seed: 1 })
  await put(here, polygons.length, (image, at, user_id) =>
    here.seed.area(image, { polygon: polygons[at]!, user_id }),
  )
  await fc.assert(
    fc.asyncProperty(edges, async (asked) => {
      const { reads } = here.catalog
      const condition = await matchAreaInBox(reads, { alias: 'placed', box: boxOf(asked) })
      expect(await found(here, 'area_current', condition)).toEqual(await meeting(here, asked))
    }),
    { numRuns: runsOf(70) },
  )
})

async function put(
  { seed }: TestCatalog,
  count: number,
  place: (image: number, at: number, user: number) => Promise<number>,
): Promise<number[]> {
  const collection_id = await seed.collection()
  const user = await seed.user()
  const ids: number[] = []
  for (let at = 0; at < count; at++) {
    ids.push(await place(await seed.image({ collection_id, from_above: 1 }), at, user))
  }
  return ids
}

/** Shifts the areas by multiples of 360 degrees instead of the box. */
async function meeting({ catalog }: TestCatalog, asked: Edges): Promise<number[]> {
  const [west, east] = eastward(asked)
  const { rows } = await sql<{ id: number }>`
    select distinct placed.id
    from from_above_georeference as placed, json_each('[-3, -2, -1, 0, 1, 2, 3]') as turn
    where ST_Intersects(
      ShiftCoordinates(geom, turn.value * 360.0, 0), ${boxGeometry({ ...asked, west, east })}
    ) = 1
    order by placed.id
  `.execute(catalog.reads as never)
  return rows.map(({ id }) => id)
}

async function found(
  { catalog }: TestCatalog,
  table: 'point_current' | 'area_current',
  condition: Awaited<ReturnType<typeof matchAreaInBox>>,
): Promise<number[]> {
  const rows = await catalog.reads
    .selectFrom(`${table as 'area_current'} as placed`)
    .select('placed.id')
    .where(condition)
    .orderBy('placed.id')
    .execute()
  return rows.map(({ id }) => id)
}
