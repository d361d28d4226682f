import {
  computeGeodesic,
  type Coordinate,
  type GeodesicLine,
} from '../../model/geometry/geodesic.ts'
import { isInViewingCone } from '../../model/viewing-cone.ts'
import { getCoordinate, getVector, type PointColumns, type PointTree } from './point-tree.ts'
import {
  getChordBounds,
  multiply,
  RADIANS,
  subtract,
  toUnitVector,
  type ChordBounds,
  type Vector,
} from './sphere.ts'

/** Conditions for a point to be in view. */
export interface ViewQuery {
  searched: Coordinate
  /** Greatest distance in meters, inclusive; may be infinite. */
  radius: number
  /** Width of the viewing cone of points with a direction, in degrees. */
  viewingCone: number
}

/** A query, prepared for testing many points. */
export interface View extends ViewQuery {
  vector: Vector
  chords: ChordBounds
  cosines: CosineBounds
  /** The point that was measured last. Many points may be at one place. */
  lastMeasured: Coordinate & GeodesicLine
}

/** Cosines of the angle between the direction of a point and the searched position that decide about its cone. */
interface CosineBounds {
  /** Above this one, the position is inside the cone. */
  within: number
  /** Below this one, it is outside. */
  beyond: number
}

export function createView(query: ViewQuery): View {
  return {
    ...query,
    vector: toUnitVector(query.searched),
    chords: getChordBounds(query.radius),
    cosines: getCosineBounds(query.viewingCone / 2),
    lastMeasured: { latitude: Number.NaN, longitude: Number.NaN, distance: 0, azimuth: 0 },
  }
}

/** @param edge angle between the center of the cone and its edge, in degrees */
function getCosineBounds(edge: number): CosineBounds {
  const cosine = (degrees: number): number => Math.cos(Math.min(180, degrees) * RADIANS)
  // No cosine is above 2 or below -2.
  return {
    within: edge > NEAR_TOLERANCE ? cosine(edge - NEAR_TOLERANCE) : 2,
    beyond: edge + NEAR_TOLERANCE < 180 ? cosine(edge + NEAR_TOLERANCE) : -2,
  }
}

/** Returns the distance of a point in meters, or undefined if the point is not in view. */
export function measurePoint(view: View, columns: PointColumns, row: number): number | undefined {
  const { distance, azimuth } = measurePlace(view, getCoordinate(columns, row))
  if (distance > view.radius) return undefined
  const direction = columns.direction[row] ?? Number.NaN
  const isSeen =
    distance === 0 ||
    Number.isNaN(direction) ||
    isInViewingCone(direction, azimuth, view.viewingCone)
  return isSeen ? distance : undefined
}

/** Computes the geodesic from a place to the searched position. */
export function measurePlace(view: View, point: Coordinate): GeodesicLine {
  const last = view.lastMeasured
  if (last.latitude === point.latitude && last.longitude === point.longitude) return last
  view.lastMeasured = { ...point, ...computeGeodesic(point, view.searched) }
  return view.lastMeasured
}

/** Whether a point is in view, as far as it is certain without the geodesic. */
export type Classification = 'in view' | 'uncertain' | 'out of view'

/** Classifies a point of the tree on the sphere, which takes a hundredth of the time of measuring it. */
export function classifyPoint(view: View, tree: PointTree, index: number): Classification {
  const chord = subtract(view.vector, getVector(tree.positions, index))
  const squaredChord = multiply(chord, chord)
  if (squaredChord > view.chords.beyond) return 'out of view'
  const isWithin = squaredChord <= view.chords.within
  const direction = getVector(tree.directions, index)
  if (Number.isNaN(direction[0])) return isWithin ? 'in view' : 'uncertain'
  if (squaredChord < NEAREST_SQUARED_CHORD) return 'uncertain'
  // The direction is horizontal, so it has no share in the vertical part of the chord.
  const sine = Math.sqrt(squaredChord * (1 - squaredChord / 4))
  const cosine = multiply(chord, direction) / sine
  const isNear = squaredChord < 2
  const seen = isNear ? classifyCosine(view.cosines, cosine) : classifyFar(view, cosine, sine)
  return seen === 'in view' && !isWithin ? 'uncertain' : seen
}

function classifyCosine({ within, beyond }: CosineBounds, cosine: number): Classification {
  if (cosine < beyond) return 'out of view'
  return cosine > within ? 'in view' : 'uncertain'
}

/** Classifies a point more than 90° away. @param sine of the angular distance */
function classifyFar({ viewingCone }: View, cosine: number, sine: number): Classification {
  const turn = Math.acos(Math.min(1, Math.max(-1, cosine))) / RADIANS
  const difference = turn - viewingCone / 2
  const tolerance = NEAR_TOLERANCE / sine
  if (difference > tolerance) return 'out of view'
  return difference < -tolerance ? 'in view' : 'uncertain'
}

/** Rounding hides the bearing of points that are less than a tenth of a meter apart. */
const NEAREST_SQUARED_CHORD = 1e-16

/**
 * A bound in degrees of the difference between the directions in which the geodesic and the great circle leave a point,
 * for points up to 90° apart. Beyond, it is divided by the sine of the angular distance. Measured, the difference is up
 * to 0.2°, and up to 0.34° divided by the sine beyond.
 */
const NEAR_TOLERANCE = 1
