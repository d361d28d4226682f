/**
 * Ranges of ids, into which a Collection with too many items is divided. The width of a range is a power of 1,000, and
 * its first id follows a multiple of the width: 1–1000, 1001–2000, 1–1000000. So a range stays the same while the
 * catalog grows, and consists of 1,000 narrower ones.
 */

import { MAX_IIIF_ITEMS } from '../base/limits.ts'

/** Both ends are included. */
export interface IdRange {
  first: number
  last: number
}

const WIDTHS = [1, 2, 3, 4].map((power) => MAX_IIIF_ITEMS ** power)

/** Contains every id that a path can hold. */
export const ALL_IDS: IdRange = { first: 1, last: MAX_IIIF_ITEMS ** 5 }

/** Parses a range as `formatIdRange` writes it; undefined if there is no such range. */
export function parseIdRange(text: string): IdRange | undefined {
  const [first = 0, last = 0] = text.split('-').map(Number)
  const range = findRange(first, last - first + 1)
  const isKnown = WIDTHS.includes(last - first + 1) && first >= 1 && last <= ALL_IDS.last
  return isKnown && formatIdRange(range) === text ? range : undefined
}

/** `1001-2000` */
export function formatIdRange({ first, last }: IdRange): string {
  return `${first}-${last}`
}

/** Returns the range of a width that contains an id. */
export function findRange(id: number, width: number): IdRange {
  const first = Math.floor((id - 1) / width) * width + 1
  return { first, last: first + width - 1 }
}

/** Returns the smallest width that divides a range into at most 1,000 narrower ones. */
export function chooseWidth({ first, last }: IdRange): number {
  const isEnough = (width: number) => width * MAX_IIIF_ITEMS > last - first
  return WIDTHS.find(isEnough) ?? ALL_IDS.last
}
