import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFlatTiff } from './flat-tiff.ts'
import { openPicture } from './sharp.ts'
import type { Sharp } from './sharp.ts'
import { findSourceRegion, rotatedSize } from './orientation.ts'
import type { Orientation } from './orientation.ts'
import type { Size } from '../iiif/full-image.ts'

const TILE_SIDE = 256
const BAND_BYTES = 32 * 1024 ** 2

interface WorkFolder {
  /** A folder for two working files, each as large as the uncompressed picture. */
  directory: string
  maxPixels: number
  /** Bytes that are rotated in memory at a time; default 32 MiB. */
  bandBytes?: number
}

/**
 * Rotates a picture that is too large for memory: writes it to disk as tiles, then assembles it band by band. Calls
 * `use` with the path of the rotated picture. The input must be gray or RGB with 8 bits and without alpha.
 */
export async function rotateOnDisk<Result>(
  picture: Sharp,
  orientation: Orientation,
  place: WorkFolder,
  use: (rotated: string) => Promise<Result>,
): Promise<Result> {
  const tiles = join(place.directory, 'tiles.tif')
  const rotated = join(place.directory, 'rotated.tif')
  try {
    await writeRotated(picture, orientation, place, { tiles, rotated })
    return await use(rotated)
  } finally {
    await Promise.all([tiles, rotated].map((file) => rm(file, { force: true })))
  }
}

async function writeRotated(
  picture: Sharp,
  orientation: Orientation,
  { maxPixels, bandBytes = BAND_BYTES }: WorkFolder,
  { tiles, rotated }: { tiles: string; rotated: string },
): Promise<void> {
  const tiled = { tile: true, tileWidth: TILE_SIDE, tileHeight: TILE_SIDE } as const
  const stored = await picture.tiff({ compression: 'none', bigtiff: true, ...tiled }).toFile(tiles)
  const isGray = stored.channels === 1
  const size = rotatedSize(stored, orientation)
  const rowsOfTiles = Math.max(1, Math.floor(bandBytes / (size.width * 3) / TILE_SIDE))
  const open = () => openPicture(tiles, maxPixels).toColourspace(isGray ? 'b-w' : 'srgb')
  const bands = rotateBands(open, orientation, { stored, rows: rowsOfTiles * TILE_SIDE })
  await writeFlatTiff(rotated, { ...size, channels: isGray ? 1 : 3 }, bands)
  await rm(tiles)
}

async function* rotateBands(
  open: () => Sharp,
  orientation: Orientation,
  { stored, rows }: { stored: Size; rows: number },
): AsyncGenerator<Buffer> {
  const { height } = rotatedSize(stored, orientation)
  for (let from = 0; from < height; from += rows) {
    const part = findSourceRegion(orientation, stored, from, Math.min(rows, height - from))
    yield await open()
      .extract(part)
      .flop(orientation.flop)
      .rotate(orientation.rotation)
      .raw()
      .toBuffer()
  }
}
