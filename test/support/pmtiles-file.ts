/** A PMTiles file (specification version 3) with one picture, that of the whole world at zoom 0. */
export function createPmtilesFile(png: Buffer): Buffer {
  // One entry: its tile id, the number of tiles, its length, and its offset plus one; all variable-length integers.
  const directory = Buffer.from([1, 0, 1, ...varint(png.length), 1])
  const metadata = Buffer.from('{}')
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const sections = [directory.length, metadata.length, 0, png.length]
  let offset = HEADER_BYTES
  for (const [index, length] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16)
    offset += length
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at)
  const [clustered, uncompressed, pngTiles] = [1, 1, 2]
  header.set([clustered, uncompressed, uncompressed, pngTiles, 0, 0], 96)
  return Buffer.concat([header, directory, metadata, png])
}

const HEADER_BYTES = 127

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]
}
