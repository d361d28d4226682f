/** The region of an image request: Image API 3.0 and 2.1, 4.1. */

import type { Rectangle, Size } from './full-image.ts'
import { type Fraction, parseDecimal, parseInteger, parseValues, takePercent } from './numbers.ts'
import { badRequest } from './request-error.ts'

export type Region =
  | { form: 'full' | 'square' }
  | { form: 'pixels'; values: readonly number[] }
  | { form: 'percent'; values: readonly Fraction[] }

const PERCENT = 'pct:'

/** @throws CatalogError kind `invalid` for bad syntax */
export function parseRegion(text: string): Region {
  if (text === 'full' || text === 'square') return { form: text }
  if (text.startsWith(PERCENT)) {
    const values = parseValues(text.slice(PERCENT.length), 4, parseDecimal)
    if (values) return { form: 'percent', values }
  } else {
    const values = parseValues(text, 4, parseInteger)
    if (values) return { form: 'pixels', values }
  }
  throw badRequest(
    `The region "${text}" is not valid. Use full, square, x,y,w,h or pct:x,y,w,h with numbers that are not negative.`,
  )
}

/**
 * Computes the rectangle of a region like `cropRegion`.
 * @throws CatalogError kind `invalid` if it is empty, or outside the image
 */
export function locateRegion(region: Region, image: Size): Rectangle {
  const cropped = cropRegion(region, image)
  if (cropped) return cropped
  throw badRequest(
    `The region is empty, or outside the image of ${image.width} × ${image.height} pixels.`,
  )
}

/**
 * Computes the rectangle that a region selects, cropped at the edges of the image. A square is centered.
 * Percentages are rounded to the nearest pixel.
 *
 * @returns undefined if the rectangle is empty, or outside the image
 */
export function cropRegion(region: Region, image: Size): Rectangle | undefined {
  const { x, y, width, height } = findRectangle(region, image)
  const cropped = {
    x,
    y,
    width: Math.min(width, image.width - x),
    height: Math.min(height, image.height - y),
  }
  return cropped.width > 0 && cropped.height > 0 ? cropped : undefined
}

function findRectangle(region: Region, image: Size): Rectangle {
  switch (region.form) {
    case 'full':
      return { x: 0, y: 0, width: image.width, height: image.height }
    case 'square':
      return centerSquare(image)
    case 'pixels':
      return toRectangle(region.values)
    default: {
      const wholes = [image.width, image.height, image.width, image.height]
      return toRectangle(
        region.values.map((value, index) => takePercent(value, wholes[index] ?? 0)),
      )
    }
  }
}

function centerSquare({ width, height }: Size): Rectangle {
  const side = Math.min(width, height)
  return {
    x: Math.floor((width - side) / 2),
    y: Math.floor((height - side) / 2),
    width: side,
    height: side,
  }
}

function toRectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Rectangle {
  return { x, y, width, height }
}
