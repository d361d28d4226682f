import type { Expression, RawBuilder } from 'kysely'

/** A box in degrees that does not cross the antimeridian. Without width or height it is a line or a point. */
export interface FlatBox {
  west: number
  east: number
  south: number
  north: number
}

/**
 * Expressions that the engines write differently. Everything else, kysely expresses once for both. Booleans are
 * conditions; flags are the integers 0 and 1. Geometry is WGS 84, longitude first.
 */
export interface Dialect {
  /**
   * The right side of `in` for a list of values, or of `not in` for one that is not empty. It is a single parameter,
   * whatever its length.
   */
  inList: <T extends number | string>(values: readonly T[]) => RawBuilder<T>
  /**
   * Whether a column has one of the values of a JSON array. Unlike with `inList`, PostgreSQL uses an index even without
   * statistics.
   */
  isAnyOf: (column: RawBuilder<number>, json: Expression<string>) => RawBuilder<boolean>
  /** Whether a text contains another. Neither is folded. */
  contains: (text: Expression<string | null>, part: string) => RawBuilder<boolean>
  /** A table of integers, for the `from` of a query. Each row is an array with a value for each column. */
  integerRows: <Column extends string>(
    rows: readonly (readonly (number | null)[])[],
    columns: readonly Column[],
  ) => RawBuilder<Record<Column, number>>
  /** A member of a JSON object, as text. */
  jsonField: (json: Expression<unknown>, name: string) => RawBuilder<string | null>
  jsonObject: (members: Record<string, Expression<unknown>>) => RawBuilder<string>
  /** A JSON array of JSON objects, in the order of the rows of the query. */
  jsonArray: (object: Expression<unknown>) => RawBuilder<string>
  least: (one: Expression<number>, other: Expression<number>) => RawBuilder<number>
  /** A sort key that ignores the case of ASCII letters. */
  foldAscii: (text: RawBuilder<string>) => RawBuilder<string>
  /** A column that the planner must not look up in an index. */
  withoutIndex: <Value>(column: RawBuilder<Value>) => RawBuilder<Value>
  /** The value of a `geom` column for a point. */
  pointGeometry: (longitude: number, latitude: number) => RawBuilder<Uint8Array>
  /** A table of the ids of the rows of a table with a `geom` column whose bounding box intersects one of the boxes. */
  selectByBoundingBox: (
    table: 'georeference',
    boxes: readonly FlatBox[],
  ) => RawBuilder<{ id: number }>
  /** A table of the ids of the newest areas of images that intersect one of the boxes. */
  selectAreasIntersecting: (boxes: readonly FlatBox[]) => RawBuilder<{ id: number }>
  /** Whether a geometry has a point in a box, whose edges are part of it. */
  intersects: (geom: Expression<unknown>, box: FlatBox) => RawBuilder<boolean>
  /** The longitude or latitude of a side of the bounding box of a geometry. */
  sideOf: (geom: Expression<unknown>, side: keyof FlatBox) => RawBuilder<number>
  /** 1 if a geometry is valid according to OGC Simple Features, 0 if not, and -1 if it is no geometry. */
  isValid: (geom: Expression<unknown>) => RawBuilder<number>
  /** Why a geometry is invalid: `Self-intersection[5 5]`. */
  invalidReason: (geom: Expression<unknown>) => RawBuilder<string | null>
  /** The value of a `geom` column for canonical GeoJSON; null if it cannot be parsed. */
  areaGeometry: (geoJson: string) => RawBuilder<Uint8Array>
}
