import { sql, type Expression, type RawBuilder } from 'kysely'
import type { FlatBox } from '../dialect.ts'
import { unionOf } from '../union.ts'

/** SQL expressions for SpatiaLite. Coordinates are WGS 84, longitude first. */

/** A literal: bound numbers arrive as reals, for which SpatiaLite returns NULL. */
const SRID_WGS84 = sql.lit(4326)

/** The value of a `geom` column for a point. */
export function pointGeometry(longitude: number, latitude: number): RawBuilder<Uint8Array> {
  return sql<Uint8Array>`MakePoint(${longitude}, ${latitude}, ${SRID_WGS84})`
}

/**
 * The value of a `geom` column for a Polygon or MultiPolygon, from its canonical GeoJSON. NULL if SpatiaLite
 * cannot parse it, which violates the column's constraint.
 */
export function areaGeometry(geoJson: string): RawBuilder<Uint8Array> {
  return sql<Uint8Array>`SetSRID(GeomFromGeoJSON(${geoJson}), ${SRID_WGS84})`
}

/** The index stores rounded bounding boxes, which are never smaller than the geometry. */
export function selectByBoundingBox(
  table: 'georeference',
  boxes: readonly FlatBox[],
): RawBuilder<{ id: number }> {
  const selectOne = ({ west, south, east, north }: FlatBox): RawBuilder<unknown> => sql`
    select pkid as id from ${sql.table(`idx_${table}_geom`)}
    where xmin <= ${east} and xmax >= ${west} and ymin <= ${north} and ymax >= ${south}`
  return unionOf(boxes.map(selectOne))
}

/** Tests the geometry only if its bounding box is not inside the box. */
export function selectAreasIntersecting(boxes: readonly FlatBox[]): RawBuilder<{ id: number }> {
  return unionOf(boxes.map(selectAreasIntersectingOne))
}

function selectAreasIntersectingOne(box: FlatBox): RawBuilder<unknown> {
  const { west, south, east, north } = box
  return sql`
    select area.id
    from idx_from_above_georeference_geom as rounded
      cross join area_current as area on area.id = rounded.pkid
      cross join from_above_georeference as georef on georef.id = rounded.pkid
    where xmin <= ${east} and xmax >= ${west} and ymin <= ${north} and ymax >= ${south}
      and (xmin >= ${west} and xmax <= ${east} and ymin >= ${south} and ymax <= ${north}
        or ${intersects(sql.ref('georef.geom'), box)})`
}

/** Whether a geometry has a point in a box, whose edges are part of it. */
export function intersects(geom: Expression<unknown>, box: FlatBox): RawBuilder<boolean> {
  return sql`ST_Intersects(${geom}, ${boxGeometry(box)}) = 1`
}

const SIDES = { west: 'MbrMinX', east: 'MbrMaxX', south: 'MbrMinY', north: 'MbrMaxY' } as const

/** The longitude or latitude of a side of the bounding box of a geometry. */
export function sideOf(geom: Expression<unknown>, side: keyof FlatBox): RawBuilder<number> {
  return sql`${sql.raw(SIDES[side])}(${geom})`
}

/** A box for spatial predicates. */
export function boxGeometry({ west, south, east, north }: FlatBox): RawBuilder<Uint8Array> {
  if (west < east && south < north) {
    return sql`BuildMbr(${west}, ${south}, ${east}, ${north}, ${SRID_WGS84})`
  }
  const corner = pointGeometry(west, south)
  if (west === east && south === north) return corner
  return sql`MakeLine(${corner}, ${pointGeometry(east, north)})`
}
