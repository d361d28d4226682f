import { decode, isFull, isShort, recoverNearest } from '@erikmichelson/open-location-code-ts'
import type { Coordinate } from './geodesic.ts'

/** A short Open Location Code, and the place that it refers to; empty if none is named. */
export interface ShortPlusCode {
  code: string
  place: string
}

/**
 * Parses a full Open Location Code, such as `9F4MG98H+G3`.
 * @returns the middle of its cell; undefined if the text is something else, or the cell is wider than a few streets
 */
export function parsePlusCode(text: string): Coordinate | undefined {
  return isFull(text) && !text.includes('0') ? findMiddle(text) : undefined
}

/** Parses a short Open Location Code, alone or with a place: `G98H+G3 Berlin`. */
export function parseShortPlusCode(text: string): ShortPlusCode | undefined {
  const [, code, place = ''] = /^(\w{2,6}\+\w{2,7})(?:[\s,]+(.*))?$/u.exec(text.trim()) ?? []
  return code !== undefined && isShort(code) ? { code, place: place.trim() } : undefined
}

/** Returns the middle of the cell of a short code that is the nearest to a position. */
export function findNearestCell(code: string, near: Coordinate): Coordinate {
  return findMiddle(recoverNearest(code, near.latitude, near.longitude))
}

function findMiddle(code: string): Coordinate {
  const { latitudeCenter, longitudeCenter } = decode(code)
  return { latitude: round(latitudeCenter), longitude: round(longitudeCenter) }
}

/** About a decimeter. */
function round(degrees: number): number {
  return Number(degrees.toFixed(6))
}
