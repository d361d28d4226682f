import type { Position } from '../../../../core/model/geometry/geometry.ts'
import type { Column, ColumnType, Value } from '../../column.ts'
import type { Extent } from '../../geometry/extent.ts'
import type { Geometry, LayerGeometry } from '../../geometry/geometry.ts'
import { GEOMETRY_CODES, listParts } from '../../geometry/wkb.ts'
import type { Layer } from '../../layer.ts'
import { encodeFlatBuffer, type FlatReferenced, type FlatValue } from './flat-buffer.ts'

// The tables of FlatGeobuf 3: header.fbs and feature.fbs of its specification.

const COLUMN_TYPES: Record<ColumnType, number> = {
  boolean: 2,
  integer: 7,
  real: 10,
  text: 11,
  date: 13,
  datetime: 13,
}

/** Those of WKB, and one for layers of several types. */
const GEOMETRY_TYPES = { Geometry: 0, ...GEOMETRY_CODES }

const CRS: FlatReferenced = {
  kind: 'table',
  fields: [
    { kind: 'string', text: 'EPSG' },
    { kind: 'i32', value: 4326 },
    { kind: 'string', text: 'WGS 84' },
  ],
}

/** Fields of heights, measures and two kinds of times. */
const NO_OTHER_DIMENSIONS: readonly undefined[] = Array.from({ length: 4 }, () => undefined)

export interface HeaderFacts {
  count: number
  extent: Extent | undefined
  /** Number of children of an index node; 0 without an index. */
  nodeSize: number
}

/** Encodes the header of a file, with its size. */
export function encodeHeader(
  { name, geometry, columns, license }: Layer,
  { count, extent, nodeSize }: HeaderFacts,
): Buffer {
  return encodeFlatBuffer({
    kind: 'table',
    fields: [
      { kind: 'string', text: name },
      extent && {
        kind: 'doubles',
        numbers: [extent.west, extent.south, extent.east, extent.north],
      },
      { kind: 'u8', value: GEOMETRY_TYPES[geometry ?? 'Geometry'] },
      ...NO_OTHER_DIMENSIONS,
      { kind: 'tables', members: columns.map(describeColumn) },
      { kind: 'u64', value: count },
      { kind: 'u16', value: nodeSize },
      CRS,
      // No title.
      undefined,
      license === undefined ? undefined : { kind: 'string', text: `License: ${license}` },
    ],
  })
}

function describeColumn({ name, type }: Column): FlatReferenced {
  return {
    kind: 'table',
    fields: [
      { kind: 'string', text: name },
      { kind: 'u8', value: COLUMN_TYPES[type] },
    ],
  }
}

/** Encodes a feature, with its size. @param of the geometry type that the header states */
export function encodeFeature(
  geometry: Geometry | null,
  values: readonly Value[],
  { columns, geometry: of }: Layer,
): Buffer {
  return encodeFlatBuffer({
    kind: 'table',
    fields: [
      geometry === null ? undefined : encodeGeometry(geometry, of),
      { kind: 'bytes', bytes: encodeValues(columns, values) },
    ],
  })
}

function encodeGeometry(geometry: Geometry, of: LayerGeometry): FlatReferenced {
  const type: FlatValue | undefined =
    geometry.type === of ? undefined : { kind: 'u8', value: GEOMETRY_TYPES[geometry.type] }
  const fields = (ends: readonly number[], positions: readonly Position[]): FlatReferenced => ({
    kind: 'table',
    fields: [
      ends.length > 1 ? { kind: 'uints', numbers: ends } : undefined,
      { kind: 'doubles', numbers: positions.flat() },
      ...NO_OTHER_DIMENSIONS,
      type,
    ],
  })
  switch (geometry.type) {
    case 'Point':
      return fields([], [geometry.coordinates])
    case 'LineString':
      return fields([], geometry.coordinates)
    case 'Polygon':
    case 'MultiLineString':
      return fields(countEnds(geometry.coordinates), geometry.coordinates.flat())
    default: {
      const parts = listParts(geometry).map((part) => encodeGeometry(part, null))
      const empty = [undefined, undefined, ...NO_OTHER_DIMENSIONS]
      return { kind: 'table', fields: [...empty, type, { kind: 'tables', members: parts }] }
    }
  }
}

/** Returns the number of positions up to the end of each line. */
function countEnds(lines: readonly (readonly Position[])[]): number[] {
  let count = 0
  return lines.map((line) => (count += line.length))
}

/** Encodes the values that are not null: the index of the column, and the value. */
function encodeValues(columns: readonly Column[], values: readonly Value[]): Buffer {
  const parts: Buffer[] = []
  for (const [index, value] of values.entries()) {
    const type = columns[index]?.type
    if (value !== null && type !== undefined) parts.push(encodeValue(index, type, value))
  }
  return Buffer.concat(parts)
}

function encodeValue(index: number, type: ColumnType, value: string | number | boolean): Buffer {
  if (typeof value === 'string') {
    const buffer = Buffer.alloc(6 + Buffer.byteLength(value))
    buffer.writeUInt32LE(buffer.length - 6, 2)
    buffer.write(value, 6)
    return withIndex(buffer, index)
  }
  const buffer = Buffer.alloc(type === 'boolean' ? 3 : 10)
  if (type === 'boolean') buffer.writeUInt8(value ? 1 : 0, 2)
  else if (type === 'integer') buffer.writeBigInt64LE(BigInt(value), 2)
  else buffer.writeDoubleLE(Number(value), 2)
  return withIndex(buffer, index)
}

function withIndex(buffer: Buffer, index: number): Buffer {
  buffer.writeUInt16LE(index, 0)
  return buffer
}
