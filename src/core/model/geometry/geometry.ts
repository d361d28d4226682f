import { formatProblem, type Problem } from '../../base/problems/problem.ts'

/** The GeoJSON geometries (RFC 7946) that the catalog stores. */

/** Longitude first, then latitude, in degrees. */
export type Position = [longitude: number, latitude: number]

/** Closed: the last position equals the first. */
export type Ring = Position[]

/** The first ring is the outline, counterclockwise; the others are holes, clockwise. */
export interface Polygon {
  type: 'Polygon'
  coordinates: Ring[]
}

/** Counts the positions of all rings; the first position of a ring counts twice. */
export function countPositions({ coordinates }: Polygon): number {
  return coordinates.reduce((count, ring) => count + ring.length, 0)
}

export interface MultiPolygon {
  type: 'MultiPolygon'
  coordinates: Ring[][]
}

export type Area = Polygon | MultiPolygon

export interface Point {
  type: 'Point'
  coordinates: Position
}

export interface LineString {
  type: 'LineString'
  coordinates: Position[]
}

export interface MultiLineString {
  type: 'MultiLineString'
  coordinates: Position[][]
}

/** The geometry of a subject: the outline of a building or a park, the course of a street, the place of a monument. */
export type Shape = Area | LineString | MultiLineString | Point

/** An invalid or unsupported geometry. The message is shown to the sender. */
export class GeometryError extends Error {
  readonly problem: Problem

  /** @param problem a sentence if the form of the GeoJSON is wrong */
  constructor(problem: Problem | string) {
    const known: Problem = typeof problem === 'string' ? ['not_a_polygon', problem] : problem
    super(formatProblem(known))
    this.name = 'GeometryError'
    this.problem = known
  }
}

/**
 * Returns the canonical text of a geometry: shortest numbers, no spaces. Equal geometries parsed by `parsePolygon`,
 * `parseArea` or `parseShape` have equal texts.
 */
export function serializeGeometry(geometry: Shape): string {
  return JSON.stringify({ type: geometry.type, coordinates: geometry.coordinates })
}
