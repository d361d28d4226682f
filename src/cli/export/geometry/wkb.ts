import type { Position } from '../../../core/model/geometry/geometry.ts'
import type { Geometry } from './geometry.ts'

/** Codes of the geometry types in WKB (OGC 06-103r4). */
export const GEOMETRY_CODES: Record<Geometry['type'], number> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
}

const LITTLE_ENDIAN = 1
const HEAD_BYTES = 5
const COUNT_BYTES = 4
const POSITION_BYTES = 16

/** Encodes a geometry as well-known binary, little-endian. @param offset number of bytes to leave free before it */
export function encodeWkb(geometry: Geometry, offset: number): Buffer {
  const buffer = Buffer.alloc(offset + measure(geometry))
  writeGeometry({ buffer, at: offset }, geometry)
  return buffer
}

function measure(geometry: Geometry): number {
  const sum = (lengths: readonly number[]): number =>
    lengths.reduce((total, length) => total + length, HEAD_BYTES + COUNT_BYTES)
  switch (geometry.type) {
    case 'Point':
      return HEAD_BYTES + POSITION_BYTES
    case 'LineString':
      return sum([geometry.coordinates.length * POSITION_BYTES])
    case 'Polygon':
      return sum(geometry.coordinates.map((ring) => COUNT_BYTES + ring.length * POSITION_BYTES))
    default:
      return sum(listParts(geometry).map(measure))
  }
}

interface Cursor {
  buffer: Buffer
  at: number
}

function writeGeometry(cursor: Cursor, geometry: Geometry): void {
  cursor.at = cursor.buffer.writeUInt8(LITTLE_ENDIAN, cursor.at)
  writeCount(cursor, GEOMETRY_CODES[geometry.type])
  switch (geometry.type) {
    case 'Point':
      writePositions(cursor, [geometry.coordinates])
      break
    case 'LineString':
      writeCount(cursor, geometry.coordinates.length)
      writePositions(cursor, geometry.coordinates)
      break
    case 'Polygon':
      writeCount(cursor, geometry.coordinates.length)
      for (const ring of geometry.coordinates) {
        writeCount(cursor, ring.length)
        writePositions(cursor, ring)
      }
      break
    default: {
      const parts = listParts(geometry)
      writeCount(cursor, parts.length)
      for (const part of parts) writeGeometry(cursor, part)
    }
  }
}

type Multiple = Extract<
  Geometry,
  { type: 'MultiLineString' | 'MultiPolygon' | 'GeometryCollection' }
>

/** Returns the geometries of a geometry that consists of several. */
export function listParts(geometry: Multiple): readonly Geometry[] {
  switch (geometry.type) {
    case 'GeometryCollection':
      return geometry.geometries
    case 'MultiLineString':
      return geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }))
    default:
      return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
  }
}

function writeCount(cursor: Cursor, count: number): void {
  cursor.at = cursor.buffer.writeUInt32LE(count, cursor.at)
}

function writePositions(cursor: Cursor, positions: readonly Position[]): void {
  for (const [longitude, latitude] of positions) {
    cursor.at = cursor.buffer.writeDoubleLE(longitude, cursor.at)
    cursor.at = cursor.buffer.writeDoubleLE(latitude, cursor.at)
  }
}
