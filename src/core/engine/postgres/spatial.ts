import { sql, type RawBuilder } from 'kysely'

/** SQL expressions for PostGIS. Coordinates are WGS 84, longitude first. */

/** The value of a `geom` column for a point. */
export function pointGeometry(longitude: number, latitude: number): RawBuilder<Uint8Array> {
  return sql<Uint8Array>`ST_SetSRID(ST_MakePoint(${longitude}, ${latitude}), 4326)`
}

/** The value of a `geom` column for a Polygon or MultiPolygon, from its canonical GeoJSON. */
export function areaGeometry(geoJson: string): RawBuilder<Uint8Array> {
  return sql<Uint8Array>`ST_SetSRID(ST_GeomFromGeoJSON(${geoJson}::text), 4326)`
}
