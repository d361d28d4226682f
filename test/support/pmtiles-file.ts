import { gzipSync } from 'node:zlib'
import { PMTiles } from 'pmtiles'

interface Archive {
  /** Contents by tile id, ascending. Equal contents are stored once. */
  tiles: ReadonlyMap<number, Buffer>
  maxZoom: number
  /** 1 for vectors, 2 for PNG. */
  tileType: number
  metadata?: object
  /** Entries of a leaf directory; by default all are in the root. */
  leafSize?: number
  /** Whether directories and metadata are compressed. */
  isCompressed?: boolean
}

interface Entry {
  id: number
  run: number
  length: number
  offset: number
}

/** A PMTiles file (specification version 3) with one picture, that of the whole world at zoom 0. */
export function createPmtilesFile(png: Buffer): Buffer {
  return createPmtilesArchive({ tiles: new Map([[0, png]]), maxZoom: 0, tileType: 2 })
}

/** A PMTiles file. It is written by other code than that of the program, so that it can test that. */
export function createPmtilesArchive(archive: Archive): Buffer {
  const { tiles, maxZoom, tileType, metadata = {}, leafSize, isCompressed = false } = archive
  const pack = (bytes: Buffer) => (isCompressed ? gzipSync(bytes) : bytes)
  const { entries, data } = storeTiles(tiles)
  const { root, leaves } = layOut(entries, leafSize ?? Infinity, pack)
  const sections = [root, pack(Buffer.from(JSON.stringify(metadata))), leaves, data]
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let offset = HEADER_BYTES
  for (const [index, { length }] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16)
    offset += length
  }
  const counts = [tiles.size, entries.length, entries.length]
  for (const [index, count] of counts.entries())
    header.writeBigUInt64LE(BigInt(count), 72 + index * 8)
  header.set([1, isCompressed ? 2 : 1, 1, tileType, 0, maxZoom], 96)
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + index * 4)
  return Buffer.concat([header, ...sections])
}

/** Opens a PMTiles file in memory with a reader that is not the program's. */
export function openPmtiles(file: Buffer): PMTiles {
  return new PMTiles({
    getKey: () => 'file',
    getBytes: async (offset, length) => ({ data: (await readFrom(file)(offset, length)).buffer }),
  })
}

export const readFrom = (file: Buffer) => async (offset: number, length: number) =>
  new Uint8Array(file.subarray(offset, offset + length))

const HEADER_BYTES = 127

function storeTiles(tiles: Archive['tiles']): { entries: Entry[]; data: Buffer } {
  const entries: Entry[] = []
  const stored: Buffer[] = []
  const places = new Map<string, number>()
  let size = 0
  for (const [id, bytes] of tiles) {
    const key = bytes.toString('base64')
    const last = entries.at(-1)
    const known = places.get(key)
    if (last && last.offset === known && last.id + last.run === id) {
      last.run += 1
      continue
    }
    if (known === undefined) {
      places.set(key, size)
      stored.push(bytes)
      size += bytes.length
    }
    entries.push({ id, run: 1, length: bytes.length, offset: places.get(key)! })
  }
  return { entries, data: Buffer.concat(stored) }
}

function layOut(entries: Entry[], leafSize: number, pack: (bytes: Buffer) => Buffer) {
  if (entries.length <= leafSize)
    return { root: pack(encodeDirectory(entries)), leaves: Buffer.alloc(0) }
  const leaves: Buffer[] = []
  const pointers: Entry[] = []
  let offset = 0
  for (let start = 0; start < entries.length; start += leafSize) {
    const leaf = pack(encodeDirectory(entries.slice(start, start + leafSize)))
    pointers.push({ id: entries[start]!.id, run: 0, length: leaf.length, offset })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: pack(encodeDirectory(pointers)), leaves: Buffer.concat(leaves) }
}

function encodeDirectory(entries: Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }) => offset + 1),
  ]
  return Buffer.from(numbers.flatMap(varint))
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))]
}
