import type { Extent } from '../../geometry/extent.ts'
import type { Geometry } from '../../geometry/geometry.ts'
import { encodeWkb } from '../../geometry/wkb.ts'
import { WGS_84 } from './schema.ts'

const HEAD_BYTES = 8
const ENVELOPE_BYTES = 32
const LITTLE_ENDIAN = 0b1
const HAS_ENVELOPE = 0b10

/** Encodes a geometry as a GeoPackage blob (section 2.1.3): a header with its extent, except of points, then WKB. */
export function encodeGeometry(geometry: Geometry, { west, east, south, north }: Extent): Buffer {
  const isPoint = geometry.type === 'Point'
  const blob = encodeWkb(geometry, isPoint ? HEAD_BYTES : HEAD_BYTES + ENVELOPE_BYTES)
  blob.write('GP', 0, 'latin1')
  blob.writeUInt8(isPoint ? LITTLE_ENDIAN : LITTLE_ENDIAN | HAS_ENVELOPE, 3)
  blob.writeInt32LE(WGS_84, 4)
  if (isPoint) return blob
  for (const [index, degrees] of [west, east, south, north].entries()) {
    blob.writeDoubleLE(degrees, HEAD_BYTES + index * 8)
  }
  return blob
}
