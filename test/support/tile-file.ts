import { readFile } from 'node:fs/promises'
import { generateTiles, type Tile } from '../../src/core/iiif/pyramid.ts'
import {
  TILE_ENTRY_BYTES,
  locateTileEntry,
  parseTileEntry,
  parseTileFileHeader,
} from '../../src/core/iiif/tile-file.ts'

export interface StoredTile extends Tile {
  jpeg: Buffer
}

/** Reads a file of tiles as a server would. */
export async function readTileFile(path: string) {
  const bytes = await readFile(path)
  const image = parseTileFileHeader(bytes)
  const tiles = [...generateTiles(image)].map((tile, index): StoredTile => {
    const at = locateTileEntry(index)
    const entry = bytes.subarray(at, at + TILE_ENTRY_BYTES)
    const { offset, length } = parseTileEntry(entry, image, bytes.length)
    return { ...tile, jpeg: bytes.subarray(offset, offset + length) }
  })
  return { image, tiles }
}
