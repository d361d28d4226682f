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
