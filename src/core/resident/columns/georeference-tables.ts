import type { Database } from 'better-sqlite3'
import type { CollectionIndex } from './collection-index.ts'
import { FROM_ABOVE, LIVE } from './bitmap.ts'
import { findRow, type AnyRows } from './rows.ts'
import { COMMON_FIELDS, loadTable, type CommonColumns, type SourceRow } from './table.ts'
import {
  findVerdict,
  PLACEMENT_VERDICTS,
  type PlacementVerdict,
} from '../../model/placement-verdict.ts'
import { toWorldX, toWorldY, wrapLongitude } from '../../model/tiles/world.ts'

/** Common columns of points and areas. */
interface GeoreferenceRow extends SourceRow {
  image_id: number
  confidence: number
  correct_count: number
  incorrect_count: number
  user_id: number
}

interface PointRow extends GeoreferenceRow {
  latitude: number
  longitude: number
  direction: number | null
}

/** Includes the bounding box of the spatial index. It is rounded, but never smaller than the area. */
interface AreaRow extends GeoreferenceRow {
  xmin: number
  xmax: number
  ymin: number
  ymax: number
}

const FIELDS = `${COMMON_FIELDS}, image_id, confidence, correct_count, incorrect_count, user_id`

const COLUMNS = {
  /** Row of the image in the image table. */
  image: Uint32Array,
  confidence: Uint8Array,
  /** Index in `PLACEMENT_VERDICTS`. */
  verdict: Uint8Array,
  user: Float64Array,
  /** Position of the point, or of the center of the area, in units of `world.ts`. */
  worldX: Uint32Array,
  worldY: Uint32Array,
}

type Columns = { [Name in keyof typeof COLUMNS]: InstanceType<(typeof COLUMNS)[Name]> }

/** The table of points or of areas. Only points have a direction. */
export type PlacedTable = Pick<AnyRows, 'size'> & {
  columns: CommonColumns & Columns & { id: Float64Array; direction?: Float64Array }
}

export interface GeoreferenceSources {
  collections: CollectionIndex
  /** Must be up to date before the georeferences are loaded. */
  images: AnyRows
}

/** Loads the newest point of each image. */
export function loadPointTable(db: Database, { collections, images }: GeoreferenceSources) {
  return loadTable(db, {
    table: 'point_current',
    select: `select ${FIELDS}, latitude, longitude, direction, ${LIVE} + from_above * ${FROM_ABOVE} as flags
      from point_current`,
    collections,
    columns: {
      ...COLUMNS,
      latitude: Float64Array,
      longitude: Float64Array,
      /** NaN if unknown. */
      direction: Float64Array,
    },
    setRow(columns, row, georef: PointRow) {
      setGeoreference(columns, row, georef, images)
      columns.latitude[row] = georef.latitude
      columns.longitude[row] = georef.longitude
      setPosition(columns, row, georef)
      columns.direction[row] = georef.direction ?? Number.NaN
    },
  })
}

export type PointTable = ReturnType<typeof loadPointTable>

/** Loads the newest area of each from-above image. */
export function loadAreaTable(db: Database, { collections, images }: GeoreferenceSources) {
  const box = { xmin: Float64Array, xmax: Float64Array, ymin: Float64Array, ymax: Float64Array }
  return loadTable(db, {
    table: 'area_current',
    select: `select ${FIELDS}, xmin, xmax, ymin, ymax, ${LIVE} as flags from area_current
      join idx_from_above_georeference_geom on pkid = id`,
    collections,
    columns: { ...COLUMNS, ...box },
    setRow(columns, row, georef: AreaRow) {
      setGeoreference(columns, row, georef, images)
      columns.xmin[row] = georef.xmin
      columns.xmax[row] = georef.xmax
      columns.ymin[row] = georef.ymin
      columns.ymax[row] = georef.ymax
      setPosition(columns, row, {
        longitude: wrapLongitude((georef.xmin + georef.xmax) / 2),
        latitude: (georef.ymin + georef.ymax) / 2,
      })
    },
  })
}

export type AreaTable = ReturnType<typeof loadAreaTable>

/** Returns the verdict about a row. */
export function getVerdict({ verdict }: Pick<Columns, 'verdict'>, row: number): PlacementVerdict {
  return PLACEMENT_VERDICTS[verdict[row] ?? 0] ?? 'unchecked'
}

function setGeoreference(
  columns: Columns,
  row: number,
  georef: GeoreferenceRow,
  images: AnyRows,
): void {
  const image = findRow(images, georef.image_id)
  if (image === undefined) throw new Error(`image ${georef.image_id} has no row in memory`)
  columns.image[row] = image
  columns.confidence[row] = georef.confidence
  columns.verdict[row] = PLACEMENT_VERDICTS.indexOf(findVerdict(georef))
  columns.user[row] = georef.user_id
}

function setPosition(
  columns: Columns,
  row: number,
  { longitude, latitude }: Pick<PointRow, 'longitude' | 'latitude'>,
): void {
  columns.worldX[row] = toWorldX(longitude)
  columns.worldY[row] = toWorldY(latitude)
}
