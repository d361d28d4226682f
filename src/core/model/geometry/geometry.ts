/** The GeoJSON geometries (RFC 7946) that the catalogue keeps. */

export const MAX_LATITUDE = 90
/** Of a point: from −180 to 180. */
export const MAX_LONGITUDE = 180

/** Longitude first, then latitude, in degrees. */
export type Position = [longitude: number, latitude: number]

/** Closed: the last position equals the first. */
export type Ring = Position[]

/** The first ring is the outline, counterclockwise; the others are holes, clockwise. */
export interface Polygon {
  type: 'Polygon'
  coordinates: Ring[]
}

export interface MultiPolygon {
  type: 'MultiPolygon'
  coordinates: Ring[][]
}

export type Area = Polygon | MultiPolygon

/** A value that is not a geometry we keep; the message is a sentence for the person who sent it. */
export class GeometryError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'GeometryError'
  }
}

/**
 * The one text that stands for a geometry: shortest numbers, no blanks. Equal geometries that came
 * through `parsePolygon` or `parseArea` have equal texts.
 */
export function geometryText(geometry: Area): string {
  return JSON.stringify({ type: geometry.type, coordinates: geometry.coordinates })
}
