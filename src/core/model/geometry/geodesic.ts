import geographiclib from 'geographiclib-geodesic'

/** Degrees (WGS 84). */
export interface Coordinate {
  latitude: number
  longitude: number
}

/** The shortest path between two positions on the WGS 84 ellipsoid. */
export interface GeodesicLine {
  /** Length in meters. */
  distance: number
  /** Direction in which the path leaves the first position, in degrees clockwise from north, −180 to 180. */
  azimuth: number
}

const { Geodesic } = geographiclib

const WANTED = Geodesic.DISTANCE | Geodesic.AZIMUTH

/** Solves the inverse geodesic problem. The azimuth is arbitrary if the positions are equal. */
export function computeGeodesic(from: Coordinate, to: Coordinate): GeodesicLine {
  const { s12 = 0, azi1 = 0 } = Geodesic.WGS84.Inverse(
    from.latitude,
    from.longitude,
    to.latitude,
    to.longitude,
    WANTED,
  )
  return { distance: s12, azimuth: azi1 }
}

const DESTINATION = Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.LONG_UNROLL

/**
 * Solves the direct geodesic problem: the position at the end of a path. A path across the antimeridian ends at a
 * longitude beyond ±180, so that it stays in one piece.
 */
export function computeDestination(
  from: Coordinate,
  { azimuth, distance }: GeodesicLine,
): Coordinate {
  const { lat2 = from.latitude, lon2 = from.longitude } = Geodesic.WGS84.Direct(
    from.latitude,
    from.longitude,
    azimuth,
    distance,
    DESTINATION,
  )
  return { latitude: lat2, longitude: lon2 }
}
