import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { Compression, TileType, type Entry, type Header } from 'pmtiles'
import type { AreaBounds } from '../tiles/areas.ts'
import type { Archive } from './archive.ts'
import type { Extract } from './extract.ts'

const HEADER_BYTES = 127
/** The root directory ends within the first 16 KiB (specification, section 2). */
const MAX_ROOT_BYTES = 16_384 - HEADER_BYTES
const FIRST_LEAF_SIZE = 4096

type Kind = Pick<Header, 'tileCompression' | 'tileType' | 'minZoom' | 'centerZoom'>

/** Vector tiles of all zoom levels that are compressed with gzip. */
export const TILE_KIND: Kind = {
  tileCompression: Compression.Gzip,
  tileType: TileType.Mvt,
  minZoom: 0,
  centerZoom: 0,
}

type Contents = Omit<Extract, 'segments'>

/** Values of the header that differ for each extract. */
interface Extent {
  bounds: AreaBounds
  maxZoom: number
}

/** Encodes all of an archive that comes before its tile data: header, directories and metadata. */
export function encodeHead(
  { header, metadata }: { header: Kind; metadata: Archive['metadata'] },
  extract: Contents,
  extent: Extent,
): Buffer {
  const { root, leaves } = encodeDirectories(extract.entries)
  const json = gzipSync(JSON.stringify(metadata))
  const sections = [root, json, leaves]
  const encoded = encodeHeader(header, extract, { ...extent, sections })
  return Buffer.concat([encoded, ...sections])
}

function encodeHeader(
  { tileCompression, tileType, minZoom, centerZoom }: Kind,
  { bytes, tiles, contents, entries }: Contents,
  { bounds, maxZoom, sections }: Extent & { sections: Buffer[] },
): Buffer {
  const { west, south, east, north } = bounds
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles\u0003', 'latin1')
  let [at, offset] = [8, HEADER_BYTES]
  for (const length of [...sections.map((section) => section.length), bytes]) {
    header.writeBigUInt64LE(BigInt(offset), at)
    header.writeBigUInt64LE(BigInt(length), at + 8)
    offset += length
    at += 16
  }
  for (const count of [tiles, entries.length, contents]) {
    header.writeBigUInt64LE(BigInt(count), at)
    at += 8
  }
  const isClustered = 1
  header.set([isClustered, Compression.Gzip, tileCompression, tileType, minZoom, maxZoom], 96)
  const corners = [west, south, east, north]
  for (const [index, degrees] of corners.entries()) writeDegrees(header, degrees, 102 + index * 4)
  header.writeUInt8(Math.min(Math.max(centerZoom, minZoom), maxZoom), 118)
  writeDegrees(header, (west + east) / 2, 119)
  writeDegrees(header, (south + north) / 2, 123)
  return header
}

function writeDegrees(header: Buffer, degrees: number, at: number): void {
  header.writeInt32LE(Math.round(degrees * 1e7), at)
}

/** Larger leaves make the root smaller, until it fits. */
function encodeDirectories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const whole = encodeDirectory(entries)
  if (whole.length <= MAX_ROOT_BYTES) return { root: whole, leaves: Buffer.alloc(0) }
  for (let size = FIRST_LEAF_SIZE; ; size *= 2) {
    const encoded = encodeLeaves(entries, size)
    if (encoded.root.length <= MAX_ROOT_BYTES) return encoded
  }
}

function encodeLeaves(entries: readonly Entry[], size: number): { root: Buffer; leaves: Buffer } {
  const leaves: Buffer[] = []
  const pointers: Entry[] = []
  let offset = 0
  for (let start = 0; start < entries.length; start += size) {
    const leaf = encodeDirectory(entries.slice(start, start + size))
    const tileId = entries[start]?.tileId ?? 0
    pointers.push({ tileId, offset, length: leaf.length, runLength: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: encodeDirectory(pointers), leaves: Buffer.concat(leaves) }
}

/** Encodes columns of variable-length integers (specification, section 4.2), compressed with gzip. */
function encodeDirectory(entries: readonly Entry[]): Buffer {
  const writer = new PbfWriter()
  writer.writeVarint(entries.length)
  for (const [index, { tileId }] of entries.entries())
    writer.writeVarint(tileId - (entries[index - 1]?.tileId ?? 0))
  for (const { runLength } of entries) writer.writeVarint(runLength)
  for (const { length } of entries) writer.writeVarint(length)
  for (const [index, { offset }] of entries.entries()) {
    const before = entries[index - 1]
    const follows = before !== undefined && offset === before.offset + before.length
    writer.writeVarint(follows ? 0 : offset + 1)
  }
  return gzipSync(writer.finish())
}
