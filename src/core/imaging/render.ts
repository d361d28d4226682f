import type { Rectangle, Size } from '../iiif/full-image.ts'
import { isSameSize } from '../iiif/full-image.ts'
import type { ImagePlan } from '../iiif/image-plan.ts'
import { listLevels, type Level } from '../iiif/pyramid.ts'
import type { ImageFormat, Quality } from '../iiif/quality-and-format.ts'
import { IIIF_TILE_SIDE, MAX_DECODED_PIXELS } from '../base/limits.ts'
import { openGrid } from './sharp.ts'
import type { Sharp } from './sharp.ts'
import { openTileSource, type TileSource } from './tile-source.ts'

export interface RenderInput {
  /** The file of tiles, which is only read. */
  tiles: string
  plan: ImagePlan
}

/**
 * The most tiles that are decoded for one image: more than an image within `MAX_DECODED_PIXELS` has, unless the picture is
 * only a few pixels wide or high.
 */
const MAX_DECODED_TILES = 512

const JPEG_QUALITY = 85
const WEBP_QUALITY = 80

/** Half the time of the default effort, for files that are a few percent larger. */
const WEBP_EFFORT = 2

/**
 * Renders an image of the IIIF Image API from the stored tiles.
 * @throws Error if the tiles cannot be read or are damaged
 */
export async function renderImage({ tiles, plan }: RenderInput): Promise<Buffer> {
  using source = openTileSource(tiles)
  const level = chooseLevel(listLevels(source.image), plan)
  const window = locateWindow(level, plan.region)
  const { jpegs, columns, left, top } = readTiles(source, level, window)
  const cropped = openGrid(jpegs, columns).extract({ ...sizeOf(window), left, top })
  const scaled = isSameSize(window, plan.size)
    ? cropped
    : cropped.resize({ ...plan.size, fit: 'fill' })
  const { mirror, degrees } = plan.rotation
  const converted = convertQuality(scaled, plan.quality)
  return await encode(converted.flop(mirror).rotate(degrees), plan.format).toBuffer()
}

/** Chooses the smallest level that need not be enlarged, within the limits of what is decoded. */
function chooseLevel(levels: readonly Level[], { region, size }: ImagePlan): Level {
  const sharp = levels.findLast(
    ({ scaleFactor }) =>
      isLargeEnough(region.width, scaleFactor, size.width) &&
      isLargeEnough(region.height, scaleFactor, size.height),
  )
  const bounded = levels.find((level) => isAffordable(locateWindow(level, region)))
  const chosen = [levels[0], sharp, bounded].filter((level) => level !== undefined)
  return chosen.reduce((a, b) => (a.scaleFactor > b.scaleFactor ? a : b))
}

/** Whether a level has the pixels of a side, which levels round up. One pixel is one pixel on every level. */
function isLargeEnough(side: number, scaleFactor: number, scaledSide: number): boolean {
  return Math.ceil(side / scaleFactor) >= Math.min(side, scaledSide)
}

function isAffordable(window: Rectangle): boolean {
  const { columns, rows } = locateTiles(window)
  return window.width * window.height <= MAX_DECODED_PIXELS && columns * rows <= MAX_DECODED_TILES
}

/** Finds the pixels of a level that show a region of the full size. */
function locateWindow(level: Level, { x, y, width, height }: Rectangle): Rectangle {
  const { scaleFactor } = level
  const [left, top] = [Math.floor(x / scaleFactor), Math.floor(y / scaleFactor)]
  const right = Math.min(level.width, Math.ceil((x + width) / scaleFactor))
  const bottom = Math.min(level.height, Math.ceil((y + height) / scaleFactor))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Finds the tiles that cover a window of a level. */
function locateTiles({ x, y, width, height }: Rectangle) {
  const [firstColumn, firstRow] = [Math.floor(x / IIIF_TILE_SIDE), Math.floor(y / IIIF_TILE_SIDE)]
  return {
    firstColumn,
    firstRow,
    columns: Math.ceil((x + width) / IIIF_TILE_SIDE) - firstColumn,
    rows: Math.ceil((y + height) / IIIF_TILE_SIDE) - firstRow,
  }
}

/** Reads the tiles that cover a window of a level; `left` and `top` are its position in them. */
function readTiles(source: TileSource, level: Level, window: Rectangle) {
  const { firstColumn, firstRow, columns, rows } = locateTiles(window)
  const jpegs = Array.from({ length: rows * columns }, (_, tile) => {
    const row = firstRow + Math.floor(tile / columns)
    return source.readTile(level.firstTile + row * level.columns + firstColumn + (tile % columns))
  })
  const left = window.x - firstColumn * IIIF_TILE_SIDE
  const top = window.y - firstRow * IIIF_TILE_SIDE
  return { jpegs, columns, left, top }
}

function sizeOf({ width, height }: Rectangle): Size {
  return { width, height }
}

function convertQuality(picture: Sharp, quality: Quality): Sharp {
  switch (quality) {
    case 'gray':
      return picture.grayscale().toColourspace('b-w')
    case 'bitonal':
      return picture.threshold().toColourspace('b-w')
    default:
      return picture
  }
}

function encode(picture: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'jpg':
      return picture.jpeg({ quality: JPEG_QUALITY, optimiseCoding: false })
    case 'webp':
      return picture.webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT })
    default:
      return picture.png()
  }
}
