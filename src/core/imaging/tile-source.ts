import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Size } from '../iiif/full-image.ts'
import {
  TILE_FILE_HEADER_BYTES,
  computeTileIndexEnd,
  findTileEntry,
  parseTileFileHeader,
} from '../iiif/tile-file.ts'

/** An open file of tiles. */
export interface TileSource extends Disposable {
  readonly image: Size
  /** Reads the JPEG of a tile by its position among the tiles of all levels. */
  readTile(position: number): Buffer
}

/**
 * Opens a file of tiles. Reads block, because an image child does one task at a time.
 * @throws Error if the file cannot be read or is damaged, also from `readTile`
 */
export function openTileSource(path: string): TileSource {
  const file = openSync(path, 'r')
  try {
    const fileBytes = fstatSync(file).size
    const image = parseTileFileHeader(readAt(file, 0, TILE_FILE_HEADER_BYTES))
    const index = readAt(file, 0, Math.min(computeTileIndexEnd(image), fileBytes))
    return {
      image,
      readTile(position) {
        const { offset, length } = findTileEntry({ image, index, fileBytes }, position)
        return readAt(file, offset, length)
      },
      [Symbol.dispose]: () => closeSync(file),
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** Returns fewer bytes at the end of the file. */
function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, position))
}
