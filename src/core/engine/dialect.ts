import type { Expression, RawBuilder } from 'kysely'

/**
 * Expressions that the engines write differently. Everything else, kysely expresses once for both. Booleans are
 * conditions; flags are the integers 0 and 1. Geometry is WGS 84, longitude first.
 */
export interface Dialect {
  /** The right side of `in` for a list of values. It is a single parameter, whatever its length. */
  inList: <T extends number | string>(values: readonly T[]) => RawBuilder<T>
  /** The same for the JSON array of ids that is a parameter of a prepared query. */
  inIdList: (json: RawBuilder<string>) => RawBuilder<number>
  /** Whether a text contains another. Neither is folded. */
  contains: (text: Expression<string | null>, part: string) => RawBuilder<boolean>
  /** A sort key that ignores the case of ASCII letters. */
  foldAscii: (text: RawBuilder<string>) => RawBuilder<string>
  /** A column that the planner must not look up in an index. */
  withoutIndex: (column: RawBuilder<number>) => RawBuilder<number>
  /** The value of a `geom` column for a point. */
  pointGeometry: (longitude: number, latitude: number) => RawBuilder<Uint8Array>
  /** The value of a `geom` column for canonical GeoJSON; null if it cannot be parsed. */
  areaGeometry: (geoJson: string) => RawBuilder<Uint8Array>
}
