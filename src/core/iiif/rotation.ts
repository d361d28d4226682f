/** The rotation of an image request: Image API 3.0 and 2.1, 4.3. */

import { isGreater, parseDecimal } from './numbers.ts'
import { badRequest, notOffered } from './request-error.ts'

export type QuarterTurn = 0 | 90 | 180 | 270

/** Mirrored first (left and right swapped), then rotated clockwise. */
export interface Rotation {
  mirror: boolean
  degrees: QuarterTurn
}

const QUARTER_TURNS: readonly QuarterTurn[] = [0, 90, 180, 270]

/** @throws CatalogError kind `invalid` for bad syntax, `not_implemented` for other angles than quarter turns */
export function parseRotation(text: string): Rotation {
  const mirror = text.startsWith('!')
  const angle = parseDecimal(mirror ? text.slice(1) : text)
  if (!angle || isGreater(angle, 360))
    throw badRequest(`The rotation "${text}" is not valid. Use 0, 90, 180 or 270, or ! before it.`)
  const { numerator, denominator } = angle
  const degrees = QUARTER_TURNS.find((turn) => numerator === BigInt(turn) * denominator)
  if (degrees !== undefined) return { mirror, degrees }
  if (numerator === 360n * denominator) return { mirror, degrees: 0 }
  throw notOffered(`The rotation "${text}" is not supported. Use 0, 90, 180 or 270.`)
}
