import type { Position } from '../../../core/model/geometry/geometry.ts'
import type { Geometry } from '../geometry/geometry.ts'

/** Formats a geometry as well-known text (OGC 06-103r4): `POINT (7.59 47.56)`. */
export function formatWkt(geometry: Geometry): string {
  if (geometry.type === 'GeometryCollection') {
    return `GEOMETRYCOLLECTION (${geometry.geometries.map(formatWkt).join(', ')})`
  }
  const { type, coordinates } = geometry
  const body = type === 'Point' ? `(${formatPosition(coordinates)})` : formatNested(coordinates)
  return `${type.toUpperCase()} ${body}`
}

type Nested = readonly Position[] | readonly Nested[]

function formatNested(members: Nested): string {
  const texts = members.map((member) =>
    isPosition(member) ? formatPosition(member) : formatNested(member),
  )
  return `(${texts.join(', ')})`
}

function isPosition(member: Position | Nested): member is Position {
  return typeof member[0] === 'number'
}

function formatPosition([longitude, latitude]: Position): string {
  return `${longitude} ${latitude}`
}
