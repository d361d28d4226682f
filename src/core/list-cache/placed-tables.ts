import type { Database } from 'better-sqlite3'
import type { HoldingColumns } from './holdings.ts'
import { FROM_ABOVE, LIVE } from './bitmap.ts'
import { rowOf, type AnyRows } from './rows.ts'
import { loadTable } from './table.ts'

/** What the newest georeferences of both kinds have in common. */
interface Placed {
  id: number
  image_id: number
  confidence: number
  user_id: number
  collection_id: number
  fuzzy_from: number | null
  fuzzy_to: number | null
}

interface PlacedPoint extends Placed {
  latitude: number
  longitude: number
  from_above: 0 | 1
}

/** With the rounded box of the spatial index, which is never smaller than the area. */
interface PlacedArea extends Placed {
  xmin: number
  xmax: number
  ymin: number
  ymax: number
}

const PLACED = 'id, image_id, confidence, user_id, collection_id, fuzzy_from, fuzzy_to'

const COMMON = {
  flags: Uint8Array,
  collection: Uint32Array,
  fuzzyFrom: Float64Array,
  fuzzyTo: Float64Array,
  /** The image's row. */
  image: Uint32Array,
  confidence: Uint8Array,
  user: Float64Array,
}

type CommonColumns = { [Name in keyof typeof COMMON]: InstanceType<(typeof COMMON)[Name]> }

export interface PlacedSources {
  holdings: HoldingColumns
  /** Up to date before these are. */
  images: AnyRows
}

/** The newest point of each image. */
export function loadPointTable(db: Database, sources: PlacedSources) {
  return loadTable(db, {
    table: 'point_current',
    select: `select ${PLACED}, latitude, longitude, from_above from point_current`,
    columns: { ...COMMON, latitude: Float64Array, longitude: Float64Array },
    set({ columns }, row, placed: PlacedPoint) {
      setCommon(columns, row, placed, sources)
      if (placed.from_above === 1) columns.flags[row] = LIVE | FROM_ABOVE
      columns.latitude[row] = placed.latitude
      columns.longitude[row] = placed.longitude
    },
    unset: ({ columns }, row) => void (columns.flags[row] = 0),
  })
}

export type PointTable = ReturnType<typeof loadPointTable>

/** The newest area of each from-above image. */
export function loadAreaTable(db: Database, sources: PlacedSources) {
  const box = { xmin: Float64Array, xmax: Float64Array, ymin: Float64Array, ymax: Float64Array }
  return loadTable(db, {
    table: 'area_current',
    select: `select ${PLACED}, xmin, xmax, ymin, ymax from area_current
      join idx_from_above_georeference_geom on pkid = id`,
    columns: { ...COMMON, ...box },
    set({ columns }, row, placed: PlacedArea) {
      setCommon(columns, row, placed, sources)
      columns.xmin[row] = placed.xmin
      columns.xmax[row] = placed.xmax
      columns.ymin[row] = placed.ymin
      columns.ymax[row] = placed.ymax
    },
    unset: ({ columns }, row) => void (columns.flags[row] = 0),
  })
}

export type AreaTable = ReturnType<typeof loadAreaTable>

function setCommon(
  columns: CommonColumns,
  row: number,
  placed: Placed,
  { holdings, images }: PlacedSources,
): void {
  const image = rowOf(images, placed.image_id)
  if (image === undefined) throw new Error(`image ${placed.image_id} has no row in memory`)
  columns.flags[row] = LIVE
  columns.collection[row] = holdings.numberOf(placed.collection_id)
  columns.fuzzyFrom[row] = placed.fuzzy_from ?? Number.NaN
  columns.fuzzyTo[row] = placed.fuzzy_to ?? Number.NaN
  columns.image[row] = image
  columns.confidence[row] = placed.confidence
  columns.user[row] = placed.user_id
}
