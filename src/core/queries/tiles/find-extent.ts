import { joinBounds, type AreaBounds } from '../../model/tiles/areas.ts'
import { sideOf } from '../../db/dialect.ts'
import { column, expressions } from '../../db/expressions.ts'
import type { Reads } from '../../db/store.ts'
import {
  selectAreas,
  selectPoints,
  type AreaFilter,
  type PointFilter,
} from '../lists/georeferences.ts'
import type { PlacedFilters } from './tile-query.ts'

/** Finds the bounding box of the georeferences that match, in the database; null if there are none. */
export async function findExtent(
  reads: Reads,
  { points, areas }: PlacedFilters,
): Promise<AreaBounds | null> {
  return joinBounds([
    await findPointExtent(reads, points),
    areas && (await findAreaExtent(reads, areas)),
  ])
}

type Sides = { [Side in keyof AreaBounds]: number | null }

const { fn } = expressions
const [longitude, latitude] = [
  column<number>('georef.longitude'),
  column<number>('georef.latitude'),
]

async function findPointExtent(reads: Reads, filter: PointFilter): Promise<AreaBounds | null> {
  const sides = await (
    await selectPoints(reads, filter)
  )
    .select([
      fn.min<number | null>(longitude).as('west'),
      fn.max<number | null>(longitude).as('east'),
    ])
    .select([
      fn.min<number | null>(latitude).as('south'),
      fn.max<number | null>(latitude).as('north'),
    ])
    .executeTakeFirstOrThrow()
  return toBounds(sides)
}

async function findAreaExtent(reads: Reads, filter: AreaFilter): Promise<AreaBounds | null> {
  const side = (name: keyof AreaBounds) => sideOf(column('made.geom'), name)
  const sides = await (
    await selectAreas(reads, filter)
  )
    .innerJoin('from_above_georeference as made', 'made.id', 'georef.id')
    .select([
      fn.min<number | null>(side('west')).as('west'),
      fn.max<number | null>(side('east')).as('east'),
    ])
    .select([
      fn.min<number | null>(side('south')).as('south'),
      fn.max<number | null>(side('north')).as('north'),
    ])
    .executeTakeFirstOrThrow()
  return toBounds(sides)
}

function toBounds({ west, east, south, north }: Sides): AreaBounds | null {
  if (west === null || east === null || south === null || north === null) return null
  return { west, east, south, north }
}
