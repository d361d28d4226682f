import { sql, type Expression, type RawBuilder } from 'kysely'
import type { FlatBox } from '../dialect.ts'
import { unionOf } from '../union.ts'

/** SQL expressions for PostGIS. Coordinates are WGS 84, longitude first. */

/** The value of a `geom` column for a point. */
export function pointGeometry(longitude: number, latitude: number): RawBuilder<Uint8Array> {
  return sql`ST_SetSRID(ST_MakePoint(${longitude}::float8, ${latitude}::float8), 4326)`
}

/** The value of a `geom` column for a Polygon or MultiPolygon, from its canonical GeoJSON. */
export function areaGeometry(geoJson: string): RawBuilder<Uint8Array> {
  return sql`ST_SetSRID(ST_GeomFromGeoJSON(${geoJson}::text), 4326)`
}

/** Compares bounding boxes of single precision, which are never smaller than the geometry. */
export function selectByBoundingBox(
  table: 'georeference',
  boxes: readonly FlatBox[],
): RawBuilder<{ id: number }> {
  const selectOne = (box: FlatBox): RawBuilder<unknown> =>
    sql`select id from ${sql.table(table)} where geom && ${boxGeometry(box)}`
  return unionOf(boxes.map(selectOne))
}

export function selectAreasIntersecting(boxes: readonly FlatBox[]): RawBuilder<{ id: number }> {
  const selectOne = (box: FlatBox): RawBuilder<unknown> => sql`
    select area.id from from_above_georeference as georef
      join area_current as area on area.id = georef.id
    where ${intersects(sql.ref('georef.geom'), box)}`
  return unionOf(boxes.map(selectOne))
}

/** Whether a geometry has a point in a box, whose edges are part of it. */
export function intersects(geom: Expression<unknown>, box: FlatBox): RawBuilder<boolean> {
  return sql`ST_Intersects(${geom}, ${boxGeometry(box)})`
}

const SIDES = { west: 'ST_XMin', east: 'ST_XMax', south: 'ST_YMin', north: 'ST_YMax' } as const

/** The longitude or latitude of a side of the bounding box of a geometry. */
export function sideOf(geom: Expression<unknown>, side: keyof FlatBox): RawBuilder<number> {
  return sql`${sql.raw(SIDES[side])}(${geom})`
}

/** A box for spatial predicates. */
function boxGeometry({ west, south, east, north }: FlatBox): RawBuilder<Uint8Array> {
  if (west < east && south < north) {
    const [from, to] = [
      sql`${west}::float8, ${south}::float8`,
      sql`${east}::float8, ${north}::float8`,
    ]
    return sql`ST_MakeEnvelope(${from}, ${to}, 4326)`
  }
  const corner = pointGeometry(west, south)
  if (west === east && south === north) return corner
  return sql`ST_SetSRID(ST_MakeLine(${corner}, ${pointGeometry(east, north)}), 4326)`
}
