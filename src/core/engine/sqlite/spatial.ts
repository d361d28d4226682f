import { sql, type RawBuilder } from 'kysely'
import type { Selects } from '../../db/store.ts'

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

/**
 * Explains why an area is invalid according to OGC Simple Features, for example because its rings cross.
 * @returns a sentence, or undefined if the area is valid
 */
export async function findAreaProblem(
  reads: Selects,
  geoJson: string,
): Promise<string | undefined> {
  const { valid, reason } = await checkValidity(reads, geoJson)
  if (valid === 1) return undefined
  return reason === null
    ? 'The geometry cannot be read.'
    : `The geometry is not valid: ${reason.replace(/\[(\S+) (\S+)\]$/, ' at longitude $1, latitude $2')}.`
}

interface Validity {
  /** 1 or 0; -1 if it is not a geometry. */
  valid: number
  /** `Self-intersection[5 5]`. */
  reason: string | null
}

async function checkValidity(reads: Selects, geoJson: string): Promise<Validity> {
  const { rows } = await sql<Validity>`
    select ST_IsValid(geom) as valid, ST_IsValidReason(geom) as reason
    from (select ${areaGeometry(geoJson)} as geom)
  `.execute(reads as never)
  const [row] = rows
  if (!row) throw new Error('SpatiaLite returned no row for a geometry')
  return row
}

/** A box for spatial predicates. Without width or height it is a line or a point. */
export function boxGeometry(
  { west, east }: { west: number; east: number },
  { south, north }: { south: number; north: number },
): RawBuilder<Uint8Array> {
  if (west < east && south < north) {
    return sql`BuildMbr(${west}, ${south}, ${east}, ${north}, ${SRID_WGS84})`
  }
  const corner = pointGeometry(west, south)
  if (west === east && south === north) return corner
  return sql`MakeLine(${corner}, ${pointGeometry(east, north)})`
}
