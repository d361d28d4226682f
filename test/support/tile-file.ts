import { readFile } from 'node:fs/promises'
import type { Size } from '../../src/core/iiif/full-image.ts'
import { generateTiles, type Tile } from '../../src/core/iiif/pyramid.ts'
import {
  buildTileIndex,
  computeTileIndexEnd,
  findTileEntry,
  parseTileFileHeader,
} from '../../src/core/iiif/tile-file.ts'
import { openRaw, type RawPicture } from './squares.ts'

export interface StoredTile extends Tile {
  jpeg: Buffer
}

/** Reads a file of tiles as a server would. */
export async function readTileFile(path: string) {
  const bytes = await readFile(path)
  const image = parseTileFileHeader(bytes)
  const file = { image, index: bytes, fileBytes: bytes.length }
  const tiles = [...generateTiles(image)].map((tile, position): StoredTile => {
    const { offset, length } = findTileEntry(file, position)
    return { ...tile, jpeg: bytes.subarray(offset, offset + length) }
  })
  return { image, tiles }
}

/** Encodes the tiles of a picture one by one, with high quality, and returns the file of tiles. */
export async function encodeTiles(picture: RawPicture): Promise<Buffer> {
  const jpegs: Buffer[] = []
  for (const { region, size } of generateTiles(picture)) {
    const { x: left, y: top, width, height } = region
    const tile = openRaw(picture)
      .extract({ left, top, width, height })
      .resize({ ...size, fit: 'fill' })
    jpegs.push(await tile.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer())
  }
  return joinTiles(picture, jpegs)
}

/** Returns a file with these tiles, in the order of `generateTiles`. */
export function joinTiles(image: Size, jpegs: readonly Buffer[]): Buffer {
  let offset = computeTileIndexEnd(image)
  const entries = jpegs.map(({ length }) => {
    offset += length
    return { offset: offset - length, length }
  })
  return Buffer.concat([buildTileIndex(image, entries), ...jpegs])
}
