import { firstDayOfYear, lastDayOfYear } from '../../../model/edtf/days.ts'
import { foldText } from '../../../model/fold.ts'
import type { ImageFilter } from '../lists/images.ts'
import { FROM_ABOVE, GEOREFERENCED, LIVE, type ImageRows } from './image-rows.ts'

/** For every row 1 when it matches, else 0. */
export type Mask = Uint8Array

/** Narrows a mask by what is asked of an image itself; `holdings` says which collections are asked for. */
export function matching(rows: ImageRows, holdings: Uint8Array, filter: ImageFilter): Mask {
  const mask = ofHoldings(rows, holdings, filter)
  const { yearMin, yearMax, creator } = filter
  if (yearMin !== undefined) keepNotBefore(mask, rows.fuzzyTo, firstDayOfYear(yearMin))
  if (yearMax !== undefined) keepNotAfter(mask, rows.fuzzyFrom, lastDayOfYear(yearMax))
  if (creator !== undefined) {
    keepListed(mask, rows.creators, rows.creatorNames.containing(foldText(creator)))
  }
  return mask
}

/** Only those of a mask that are listed. */
export function only(mask: Mask, rows: Iterable<number>): Mask {
  const narrowed = new Uint8Array(mask.length)
  for (const row of rows) narrowed[row] = mask[row] ?? 0
  return narrowed
}

export function countOf(mask: Mask): number {
  let count = 0
  for (const one of mask) count += one
  return count
}

function ofHoldings(
  { size, flags, collections }: ImageRows,
  holdings: Uint8Array,
  { georeferenced, fromAbove }: ImageFilter,
): Mask {
  const asked =
    LIVE |
    (georeferenced === undefined ? 0 : GEOREFERENCED) |
    (fromAbove === undefined ? 0 : FROM_ABOVE)
  const wanted = LIVE | (georeferenced ? GEOREFERENCED : 0) | (fromAbove ? FROM_ABOVE : 0)
  const mask = new Uint8Array(size)
  for (let row = 0; row < size; row++) {
    if (((flags[row] ?? 0) & asked) === wanted) mask[row] = holdings[collections[row] ?? 0] ?? 0
  }
  return mask
}

function keepNotBefore(mask: Mask, days: Float64Array, day: number): void {
  for (let row = 0; row < mask.length; row++) {
    if (!((days[row] ?? Number.NaN) >= day)) mask[row] = 0
  }
}

function keepNotAfter(mask: Mask, days: Float64Array, day: number): void {
  for (let row = 0; row < mask.length; row++) {
    if (!((days[row] ?? Number.NaN) <= day)) mask[row] = 0
  }
}

function keepListed(mask: Mask, numbers: Uint32Array, listed: Uint8Array): void {
  for (let row = 0; row < mask.length; row++)
    mask[row] = (mask[row] ?? 0) & (listed[numbers[row] ?? 0] ?? 0)
}
