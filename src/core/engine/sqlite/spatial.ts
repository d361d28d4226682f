import { sql, type RawBuilder } from 'kysely'
import type { Reads } from '../../db/store.ts'

/** What the catalogue asks of SpatiaLite, in its SQL. Coordinates are WGS 84, longitude first. */

/** Literal in the SQL: a number that is bound arrives as a real one, and SpatiaLite answers NULL to that. */
const SRID_WGS84 = sql.lit(4326)

/** The value of a `geom` column for a place. */
export function pointGeometry(longitude: number, latitude: number): RawBuilder<Uint8Array> {
  return sql<Uint8Array>`MakePoint(${longitude}, ${latitude}, ${SRID_WGS84})`
}

/**
 * The value of a `geom` column for a Polygon or MultiPolygon, from its canonical GeoJSON. SpatiaLite
 * answers NULL to what it cannot read, which the column refuses.
 */
export function areaGeometry(geoJson: string): RawBuilder<Uint8Array> {
  return sql<Uint8Array>`SetSRID(GeomFromGeoJSON(${geoJson}), ${SRID_WGS84})`
}

/**
 * Why an area is not valid in the sense of OGC Simple Features (its rings cross, a hole lies outside …),
 * as a sentence; undefined when it is.
 */
export async function areaProblem(reads: Reads, geoJson: string): Promise<string | undefined> {
  const { valid, reason } = await validityOf(reads, geoJson)
  if (valid === 1) return undefined
  return reason === null
    ? 'The geometry cannot be read.'
    : `The geometry is not valid: ${reason.replace(/\[(\S+) (\S+)\]$/, ' at longitude $1, latitude $2')}.`
}

interface Validity {
  /** 1, 0, or -1 for what is no geometry. */
  valid: number
  /** `Self-intersection[5 5]`. */
  reason: string | null
}

async function validityOf(reads: Reads, geoJson: string): Promise<Validity> {
  const { rows } = await sql<Validity>`
    select ST_IsValid(geom) as valid, ST_IsValidReason(geom) as reason
    from (select ${areaGeometry(geoJson)} as geom)
  `.execute(reads as never)
  const [row] = rows
  if (!row) throw new Error('SpatiaLite gave no answer about a geometry')
  return row
}

/** A box for comparing with; one without width or height is the line or the point that it is. */
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
