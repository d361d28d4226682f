import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countTiles, listLevels } from '../iiif/pyramid.ts'
import { buildTileIndex, computeTileIndexEnd, type TileEntry } from '../iiif/tile-file.ts'
import { IIIF_TILE_SIDE, MAX_TILES } from '../base/limits.ts'
import type { Size } from '../iiif/full-image.ts'
import { rotatedSize } from './orientation.ts'
import { PictureError } from './picture-error.ts'
import type { Sharp } from './sharp.ts'
import { decodeSource, type SourceInput, type SourcePicture } from './source-picture.ts'
import { useUpright } from './upright.ts'

/** The width and height of the full picture as shown: after EXIF orientation, mirror and rotation. */
export interface MadeTiles extends Size {
  /** Explains to an administrator why only a part could be decoded; null if the file is intact. */
  damage: string | null
}

const QUALITY = 85

/**
 * Writes `tiles.bin`, with all tiles of the upright picture: see `iiif/tile-file.ts`. They are in sRGB or gray, with 8
 * bits, on white, and without metadata. The directory must have space for the tiles twice.
 * @throws PictureError
 */
export async function makeTiles(input: SourceInput): Promise<MadeTiles> {
  const { result, damage } = await decodeSource(input, writeTiles)
  return { ...result, damage }
}

async function writeTiles(source: SourcePicture): Promise<Size> {
  const size = rotatedSize(source.metadata, source.rendering.orientation)
  requireFewTiles(size)
  await using folder = await mkdtempDisposable(join(source.directory, 'pyramid-'))
  const pyramid = join(folder.path, 'tiles')
  await useUpright(source, (upright) => writePyramid(upright, pyramid))
  await writeFile(join(source.directory, 'tiles.bin'), joinTiles(size, `${pyramid}_files`))
  return size
}

function requireFewTiles(size: Size): void {
  const tiles = countTiles(size)
  if (tiles <= MAX_TILES) return
  const message = `The picture would have ${tiles} tiles for deep zoom. At most ${MAX_TILES} are supported.`
  throw new PictureError('too_large', message)
}

/**
 * Writes one file per tile, `<level>/<column>_<row>.jpeg` below `<path>_files`, in one pass over the picture. The levels
 * of the Deep Zoom layout have the sizes that IIIF prescribes, and far fewer folders than libvips' layout for IIIF.
 */
async function writePyramid(picture: Sharp, path: string): Promise<void> {
  await picture
    .jpeg({ quality: QUALITY })
    .tile({ layout: 'dz', container: 'fs', size: IIIF_TILE_SIDE, overlap: 0, depth: 'onetile' })
    .toFile(path)
}

async function* joinTiles(image: Size, folder: string): AsyncGenerator<Buffer> {
  const files = listTileFiles(image, folder)
  yield buildTileIndex(image, await listEntries(image, files))
  for (const file of files) yield await readFile(file)
}

/** Lists the files in the order of the index. libvips numbers the levels from the smallest one. */
function listTileFiles(image: Size, folder: string): string[] {
  const levels = listLevels(image)
  return levels.flatMap(({ columns, rows }, index) => {
    const level = join(folder, String(levels.length - 1 - index))
    return Array.from({ length: rows * columns }, (_, tile) =>
      join(level, `${tile % columns}_${Math.floor(tile / columns)}.jpeg`),
    )
  })
}

async function listEntries(image: Size, files: readonly string[]): Promise<TileEntry[]> {
  const entries: TileEntry[] = []
  let offset = computeTileIndexEnd(image)
  for (const file of files) {
    const { size: length } = await stat(file)
    entries.push({ offset, length })
    offset += length
  }
  return entries
}
