import type { Rectangle, Size } from '../iiif/full-image.ts'
import { isSameSize } from '../iiif/full-image.ts'
import type { ImagePlan } from '../iiif/image-plan.ts'
import { listLevels, type Level } from '../iiif/pyramid.ts'
import type { ImageFormat, Quality } from '../iiif/quality-and-format.ts'
import { IIIF_LIMITS, IIIF_TILE_SIDE } from '../limits.ts'
import { openGrid } from './sharp.ts'
import type { Sharp } from './sharp.ts'
import { openTileSource, type TileSource } from './tile-source.ts'

export interface RenderInput {
  /** The file of tiles, which is only read. */
  tiles: string
  plan: ImagePlan
}

/**
 * The most pixels that are decoded for one image. A level has at most four times the pixels of an image that it is scaled
 * to, unless the request distorts the picture. Then a smaller level is used.
 */
const MAX_DECODED_PIXELS = 4 * IIIF_LIMITS.maxArea

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
  const isGray = (await openGrid(jpegs.slice(0, 1), 1).metadata()).space === 'b-w'
  const cropped = openGrid(jpegs, columns).extract({ ...sizeOf(window), left, top })
  const scaled = isSameSize(window, plan.size)
    ? cropped
    : cropped.resize({ ...plan.size, fit: 'fill' })
  const { mirror, degrees } = plan.rotation
  const converted = convertQuality(scaled, plan.quality, isGray)
  return await encode(converted.flop(mirror).rotate(degrees), plan.format).toBuffer()
}

/** Chooses the smallest level that need not be enlarged, within the limit of decoded pixels. */
function chooseLevel(levels: readonly Level[], { region, size }: ImagePlan): Level {
  const scale = Math.min(region.width / size.width, region.height / size.height)
  const sharp = levels.findLast(({ scaleFactor }) => scaleFactor <= scale) ?? levels[0]
  const bounded = levels.find(
    ({ scaleFactor }) => region.width * region.height <= MAX_DECODED_PIXELS * scaleFactor ** 2,
  )
  const chosen = [sharp, bounded].filter((level) => level !== undefined)
  return chosen.reduce((a, b) => (a.scaleFactor > b.scaleFactor ? a : b))
}

/** Finds the pixels of a level that show a region of the full size. */
function locateWindow(level: Level, { x, y, width, height }: Rectangle): Rectangle {
  const { scaleFactor } = level
  const [left, top] = [Math.floor(x / scaleFactor), Math.floor(y / scaleFactor)]
  const right = Math.min(level.width, Math.ceil((x + width) / scaleFactor))
  const bottom = Math.min(level.height, Math.ceil((y + height) / scaleFactor))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Reads the tiles that cover a window of a level; `left` and `top` are its position in them. */
function readTiles(source: TileSource, level: Level, { x, y, width, height }: Rectangle) {
  const [firstColumn, firstRow] = [Math.floor(x / IIIF_TILE_SIDE), Math.floor(y / IIIF_TILE_SIDE)]
  const endColumn = Math.ceil((x + width) / IIIF_TILE_SIDE)
  const endRow = Math.ceil((y + height) / IIIF_TILE_SIDE)
  const jpegs: Buffer[] = []
  for (let row = firstRow; row < endRow; row += 1) {
    for (let column = firstColumn; column < endColumn; column += 1)
      jpegs.push(source.readTile(level.firstTile + row * level.columns + column))
  }
  return {
    jpegs,
    columns: endColumn - firstColumn,
    left: x - firstColumn * IIIF_TILE_SIDE,
    top: y - firstRow * IIIF_TILE_SIDE,
  }
}

function sizeOf({ width, height }: Rectangle): Size {
  return { width, height }
}

function convertQuality(picture: Sharp, quality: Quality, isGray: boolean): Sharp {
  if (quality === 'bitonal') return picture.threshold().toColourspace('b-w')
  return quality === 'gray' || isGray ? picture.grayscale().toColourspace('b-w') : picture
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
