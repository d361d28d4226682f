import {
  findPlacedExtent,
  type BoxColumns,
  type PlacedExtent,
} from '../../model/tiles/placed-extent.ts'
import { column } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import {
  selectAreas,
  selectPoints,
  type AreaFilter,
  type PointFilter,
} from '../lists/georeferences.ts'
import { selectSides } from '../lists/area-sides.ts'
import type { PlacedFilters } from './tile-query.ts'

/** Only a large catalog whose columns are not loaded yet has more. Its extent is that of the first ones until then. */
const MAX_ROWS = 100_000

/** Finds the extent of the georeferences that match, in the database; null if there are none. */
export async function findExtent(
  reads: Reads,
  { points, areas }: PlacedFilters,
): Promise<PlacedExtent | null> {
  return findPlacedExtent([
    await listPoints(reads, points),
    ...(areas ? [await listAreas(reads, areas)] : []),
  ])
}

async function listPoints(reads: Reads, filter: PointFilter): Promise<BoxColumns> {
  const rows = await (
    await selectPoints(reads, filter)
  )
    .select([
      column<number>('georef.longitude').as('longitude'),
      column<number>('georef.latitude').as('latitude'),
    ])
    .orderBy('georef.id')
    .limit(MAX_ROWS)
    .execute()
  const [west, south] = [
    Float64Array.from(rows, ({ longitude }) => longitude),
    Float64Array.from(rows, ({ latitude }) => latitude),
  ]
  return { west, east: west, south, north: south }
}

async function listAreas(reads: Reads, filter: AreaFilter): Promise<BoxColumns> {
  const rows = await (
    await selectAreas(reads, filter)
  )
    .innerJoin('from_above_georeference as made', 'made.id', 'georef.id')
    .select(selectSides('made'))
    .orderBy('georef.id')
    .limit(MAX_ROWS)
    .execute()
  return {
    west: Float64Array.from(rows, ({ west }) => west),
    east: Float64Array.from(rows, ({ east }) => east),
    south: Float64Array.from(rows, ({ south }) => south),
    north: Float64Array.from(rows, ({ north }) => north),
  }
}
