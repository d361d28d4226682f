/**
 * The file that holds all tiles of an image, each a complete JPEG. Layout: a header, an index with one entry per tile
 * in the order of `generateTiles`, then the JPEGs. Numbers are little-endian. Tiles that two levels share may be
 * stored once: then two entries are equal.
 */

import { IIIF_TILE_SIDE } from '../base/limits.ts'
import type { Size } from './full-image.ts'
import { countTiles } from './pyramid.ts'

/** The position of a tile's JPEG in the file, in bytes. */
export interface TileEntry {
  offset: number
  length: number
}

/** A file of which the header and the index have been read. */
export interface IndexedTileFile {
  /** Size of the corrected picture. */
  image: Size
  /** Header and index, as far as the file has them. */
  index: Buffer
  /** Length of the file. */
  fileBytes: number
}

export const TILE_FILE_HEADER_BYTES = 24
const ENTRY_BYTES = 12

/** More than the JPEG of any tile has, so that a damaged index does not make readers allocate more. */
const MAX_TILE_BYTES = 4 * 1024 ** 2

/** Ends with the version of the format. */
const MAGIC = Buffer.from('CATTILE\u0001', 'latin1')

/**
 * Reads the size of the corrected picture from the first bytes of a file.
 * @throws Error if they are not a header of this version, tile size and number of tiles
 */
export function parseTileFileHeader(header: Buffer): Size {
  if (header.length < TILE_FILE_HEADER_BYTES) throw damaged('it is too short')
  if (!MAGIC.equals(header.subarray(0, MAGIC.length))) throw damaged('its first bytes are wrong')
  const [width, height] = [header.readUInt32LE(8), header.readUInt32LE(12)]
  const [side, count] = [header.readUInt32LE(16), header.readUInt32LE(20)]
  const isValid = width > 0 && height > 0 && side === IIIF_TILE_SIDE
  if (!isValid || count !== countTiles({ width, height })) throw damaged('its header is invalid')
  return { width, height }
}

/** Returns the length of header and index in bytes, where the first JPEG begins. */
export function computeTileIndexEnd(image: Size): number {
  return locateEntry(countTiles(image))
}

/**
 * Finds a tile by its position among the tiles of all levels.
 * @throws Error if the tile would not lie inside the file, behind the index
 */
export function findTileEntry(
  { image, index, fileBytes }: IndexedTileFile,
  position: number,
): TileEntry {
  const at = locateEntry(position)
  if (index.length < at + ENTRY_BYTES) throw damaged('its index is incomplete')
  const [offset, length] = [Number(index.readBigUInt64LE(at)), index.readUInt32LE(at + 8)]
  const isPossible = length > 0 && length <= MAX_TILE_BYTES
  if (!isPossible || offset < computeTileIndexEnd(image) || offset + length > fileBytes)
    throw damaged('its index is invalid')
  return { offset, length }
}

/** Builds header and index. There must be one entry per tile. */
export function buildTileIndex(image: Size, entries: readonly TileEntry[]): Buffer {
  if (entries.length !== countTiles(image))
    throw new Error(`${entries.length} tiles instead of ${countTiles(image)}`)
  const index = Buffer.alloc(computeTileIndexEnd(image))
  writeHeader(index, image)
  for (const [position, { offset, length }] of entries.entries()) {
    const at = locateEntry(position)
    index.writeBigUInt64LE(BigInt(offset), at)
    index.writeUInt32LE(length, at + 8)
  }
  return index
}

function writeHeader(header: Buffer, image: Size): void {
  MAGIC.copy(header)
  const numbers = [image.width, image.height, IIIF_TILE_SIDE, countTiles(image)]
  for (const [position, number] of numbers.entries())
    header.writeUInt32LE(number, MAGIC.length + position * 4)
}

function locateEntry(position: number): number {
  return TILE_FILE_HEADER_BYTES + position * ENTRY_BYTES
}

function damaged(how: string): Error {
  return new Error(`The file of tiles is damaged: ${how}.`)
}
