import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFlatTiff } from './flat-tiff.ts'
import { openPicture } from './sharp.ts'
import type { Sharp } from './sharp.ts'
import { sourceOfRows, turnedSize } from './turn.ts'
import type { Size, Turn } from './turn.ts'

const TILE_SIDE = 256
const BAND_BYTES = 32 * 1024 ** 2

interface Place {
  /** A folder for two working files, each as large as the uncompressed picture. */
  directory: string
  maxPixels: number
  /** Bytes that are rotated in memory at a time; default 32 MiB. */
  bandBytes?: number
}

/**
 * Rotates a picture that is too large for memory: writes it to disk as tiles, then assembles it band by band. Calls
 * `use` with the path of the rotated picture. The input must have 8 bits, gray or RGB, without alpha.
 */
export async function turnOnDisk<Result>(
  picture: Sharp,
  turn: Turn,
  place: Place,
  use: (turned: string) => Promise<Result>,
): Promise<Result> {
  const tiles = join(place.directory, 'tiles.tif')
  const turned = join(place.directory, 'turned.tif')
  try {
    await putTogether(picture, turn, place, { tiles, turned })
    return await use(turned)
  } finally {
    await Promise.all([tiles, turned].map((file) => rm(file, { force: true })))
  }
}

async function putTogether(
  picture: Sharp,
  turn: Turn,
  { maxPixels, bandBytes = BAND_BYTES }: Place,
  { tiles, turned }: { tiles: string; turned: string },
): Promise<void> {
  const tiled = { tile: true, tileWidth: TILE_SIDE, tileHeight: TILE_SIDE } as const
  const stored = await picture.tiff({ compression: 'none', bigtiff: true, ...tiled }).toFile(tiles)
  const isGrey = stored.channels === 1
  const size = turnedSize(stored, turn)
  const rowsOfTiles = Math.max(1, Math.floor(bandBytes / (size.width * 3) / TILE_SIDE))
  const open = () => openPicture(tiles, maxPixels).toColourspace(isGrey ? 'b-w' : 'srgb')
  const bands = turnedBands(open, turn, { stored, rows: rowsOfTiles * TILE_SIDE })
  await writeFlatTiff(turned, { ...size, channels: isGrey ? 1 : 3 }, bands)
  await rm(tiles)
}

async function* turnedBands(
  open: () => Sharp,
  turn: Turn,
  { stored, rows }: { stored: Size; rows: number },
): AsyncGenerator<Buffer> {
  const { height } = turnedSize(stored, turn)
  for (let from = 0; from < height; from += rows) {
    const part = sourceOfRows(turn, stored, from, Math.min(rows, height - from))
    yield await open().extract(part).flop(turn.flop).rotate(turn.rotation).raw().toBuffer()
  }
}
