/**
 * The tiles and sizes of an image that a viewer computes from `info.json`: Image API 3.0, 5.3 and 5.4, and section 3 of
 * its implementation notes. Every level halves the one before it, rounded up. The last level fits into one tile.
 */

import { IIIF_TILE_SIDE } from '../base/limits.ts'
import {
  type FullImage,
  type Rectangle,
  type Size,
  isSameSize,
  isWithinLimits,
} from './full-image.ts'

/** The whole image at one scale factor. */
export interface Level extends Size {
  scaleFactor: number
  columns: number
  rows: number
  /** The position of its first tile among the tiles of all levels. */
  firstTile: number
}

export interface Tile {
  region: Rectangle
  size: Size
}

/** Lists the powers of two by which the tiles of an image are scaled down. */
export function listScaleFactors(image: Size): number[] {
  return listLevels(image).map(({ scaleFactor }) => scaleFactor)
}

/** Lists the sizes of the whole image that `info.json` offers within its limits, the smallest one first. */
export function listSizes(image: FullImage): Size[] {
  return listLevels(image)
    .filter((level) => isWithinLimits(level, image))
    .map(({ width, height }) => ({ width, height }))
    .reverse()
}

export function countTiles(image: Size): number {
  return listLevels(image).reduce((sum, { columns, rows }) => sum + columns * rows, 0)
}

/** Generates the tiles in the order of their positions: level by level from the full size, row by row. */
export function* generateTiles(image: Size): Generator<Tile> {
  for (const level of listLevels(image)) {
    for (let row = 0; row < level.rows; row++) {
      for (let column = 0; column < level.columns; column++) {
        const region = locateTile(image, level, column, row)
        yield { region, size: scaleDown(region, level.scaleFactor) }
      }
    }
  }
}

/**
 * Finds the position of a tile among the tiles of all levels; undefined if there is no such tile. Two levels may share a
 * tile at the lower right edge: only its first position is found, so the other one may stay empty in a file.
 */
export function findTileIndex(image: Size, { region, size }: Tile): number | undefined {
  for (const level of listLevels(image)) {
    const index = findIndexInLevel(image, level, region)
    if (index !== undefined && isSameSize(size, scaleDown(region, level.scaleFactor)))
      return level.firstTile + index
  }
  return undefined
}

/** Lists the sizes in which `info.json` offers a region, as a tile or as the whole image, the largest one first. */
export function listPromisedSizes(image: Size, region: Rectangle): Size[] {
  const isFull = isSameSize(region, image)
  return listLevels(image)
    .filter((level) => isFull || findIndexInLevel(image, level, region) !== undefined)
    .map(({ scaleFactor }) => scaleDown(region, scaleFactor))
}

/** Lists the levels from the full size to the one that fits into a tile. */
export function listLevels(image: Size): Level[] {
  const levels: Level[] = []
  let firstTile = 0
  for (let scaleFactor = 1; ; scaleFactor *= 2) {
    const size = scaleDown(image, scaleFactor)
    const columns = Math.ceil(size.width / IIIF_TILE_SIDE)
    const rows = Math.ceil(size.height / IIIF_TILE_SIDE)
    levels.push({ ...size, scaleFactor, columns, rows, firstTile })
    if (columns * rows === 1) return levels
    firstTile += columns * rows
  }
}

function scaleDown({ width, height }: Size, scaleFactor: number): Size {
  return { width: Math.ceil(width / scaleFactor), height: Math.ceil(height / scaleFactor) }
}

function locateTile(image: Size, level: Level, column: number, row: number): Rectangle {
  const step = IIIF_TILE_SIDE * level.scaleFactor
  const x = column * step
  const y = row * step
  return {
    x,
    y,
    width: Math.min(step, image.width - x),
    height: Math.min(step, image.height - y),
  }
}

/** Finds the position of a region among the tiles of a level; undefined if no tile covers exactly that region. */
function findIndexInLevel(image: Size, level: Level, region: Rectangle): number | undefined {
  const step = IIIF_TILE_SIDE * level.scaleFactor
  const column = region.x / step
  const row = region.y / step
  if (!Number.isInteger(column) || !Number.isInteger(row)) return undefined
  const tile = locateTile(image, level, column, row)
  return isSameSize(tile, region) ? row * level.columns + column : undefined
}
