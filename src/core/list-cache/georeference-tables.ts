import type { Database } from 'better-sqlite3'
import type { CollectionIndex } from './collection-index.ts'
import { FROM_ABOVE, LIVE } from './bitmap.ts'
import { findRow, type AnyRows } from './rows.ts'
import { loadTable } from './table.ts'

/** The columns that points and areas have in common. */
interface GeoreferenceRow {
  id: number
  image_id: number
  confidence: number
  user_id: number
  collection_id: number
  fuzzy_from: number | null
  fuzzy_to: number | null
}

interface PointRow extends GeoreferenceRow {
  latitude: number
  longitude: number
  direction: number | null
  from_above: 0 | 1
}

/** Includes the bounding box of the spatial index. It is rounded, but never smaller than the area. */
interface AreaRow extends GeoreferenceRow {
  xmin: number
  xmax: number
  ymin: number
  ymax: number
}

const COMMON_FIELDS = 'id, image_id, confidence, user_id, collection_id, fuzzy_from, fuzzy_to'

const COMMON_COLUMNS = {
  flags: Uint8Array,
  collection: Uint32Array,
  fuzzyFrom: Float64Array,
  fuzzyTo: Float64Array,
  /** Row of the image in the image table. */
  image: Uint32Array,
  confidence: Uint8Array,
  user: Float64Array,
}

type CommonColumns = {
  [Name in keyof typeof COMMON_COLUMNS]: InstanceType<(typeof COMMON_COLUMNS)[Name]>
}

export interface GeoreferenceSources {
  collections: CollectionIndex
  /** Must be up to date before the georeferences are loaded. */
  images: AnyRows
}

/** Loads the newest point of each image. */
export function loadPointTable(db: Database, sources: GeoreferenceSources) {
  return loadTable(db, {
    table: 'point_current',
    select: `select ${COMMON_FIELDS}, latitude, longitude, direction, from_above from point_current`,
    columns: {
      ...COMMON_COLUMNS,
      latitude: Float64Array,
      longitude: Float64Array,
      /** NaN if unknown. */
      direction: Float64Array,
    },
    setRow({ columns }, row, georef: PointRow) {
      setCommon(columns, row, georef, sources)
      if (georef.from_above === 1) columns.flags[row] = LIVE | FROM_ABOVE
      columns.latitude[row] = georef.latitude
      columns.longitude[row] = georef.longitude
      columns.direction[row] = georef.direction ?? Number.NaN
    },
    clearRow: ({ columns }, row) => void (columns.flags[row] = 0),
  })
}

export type PointTable = ReturnType<typeof loadPointTable>

/** Loads the newest area of each from-above image. */
export function loadAreaTable(db: Database, sources: GeoreferenceSources) {
  const box = { xmin: Float64Array, xmax: Float64Array, ymin: Float64Array, ymax: Float64Array }
  return loadTable(db, {
    table: 'area_current',
    select: `select ${COMMON_FIELDS}, xmin, xmax, ymin, ymax from area_current
      join idx_from_above_georeference_geom on pkid = id`,
    columns: { ...COMMON_COLUMNS, ...box },
    setRow({ columns }, row, georef: AreaRow) {
      setCommon(columns, row, georef, sources)
      columns.xmin[row] = georef.xmin
      columns.xmax[row] = georef.xmax
      columns.ymin[row] = georef.ymin
      columns.ymax[row] = georef.ymax
    },
    clearRow: ({ columns }, row) => void (columns.flags[row] = 0),
  })
}

export type AreaTable = ReturnType<typeof loadAreaTable>

function setCommon(
  columns: CommonColumns,
  row: number,
  georef: GeoreferenceRow,
  { collections, images }: GeoreferenceSources,
): void {
  const image = findRow(images, georef.image_id)
  if (image === undefined) throw new Error(`image ${georef.image_id} has no row in memory`)
  columns.flags[row] = LIVE
  columns.collection[row] = collections.getNumber(georef.collection_id)
  columns.fuzzyFrom[row] = georef.fuzzy_from ?? Number.NaN
  columns.fuzzyTo[row] = georef.fuzzy_to ?? Number.NaN
  columns.image[row] = image
  columns.confidence[row] = georef.confidence
  columns.user[row] = georef.user_id
}
