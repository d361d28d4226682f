import { getFirstDayOfYear, getLastDayOfYear } from '../../edtf/days.ts'
import type { YearRange } from '../../queries/lists/year-range.ts'
import type { CommonColumns } from './table.ts'

/*
 * These loops run over a million rows. Measured: `for … of` over a typed array takes ten times as long as an index,
 * and a branch twice as long as an `and`.
 */

/** One byte per row: 1 if it matches, else 0. Padded with zeros to a multiple of four. */
export type Bitmap = Uint8Array

/** Without this flag, the row has been deleted. */
export const LIVE = 1
export const GEOREFERENCED = 2
export const FROM_ABOVE = 4
export const DUPLICATE = 8
/** Waits for being georeferenced. */
export const AVAILABLE = 16

/** The flags to filter by. */
const FLAGS = {
  georeferenced: GEOREFERENCED,
  fromAbove: FROM_ABOVE,
  duplicate: DUPLICATE,
  available: AVAILABLE,
}
const ALL_FLAGS = LIVE | GEOREFERENCED | FROM_ABOVE | DUPLICATE | AVAILABLE

export type Flags = { [Name in keyof typeof FLAGS]?: boolean }

export function createBitmap(rows: number): Bitmap {
  return new Uint8Array((rows + 3) & ~3)
}

/**
 * Selects the rows that are not deleted, are of these collections and have these flags.
 * @param collections 1 for the number of each collection to select
 */
export function selectLiveRows(
  { flags, collection }: CommonColumns,
  size: number,
  collections: Uint8Array,
  wanted: Flags,
): Bitmap {
  const combinations = listCombinations(wanted)
  const bitmap = createBitmap(size)
  for (let row = 0; row < size; row++) {
    bitmap[row] = (combinations[flags[row] ?? 0] ?? 0) & (collections[collection[row] ?? 0] ?? 0)
  }
  return bitmap
}

/** Returns 1 for each combination of flags that matches, else 0. */
function listCombinations(wanted: Flags): Uint8Array {
  const names = Object.keys(FLAGS) as (keyof Flags)[]
  const combine = (isIncluded: (name: keyof Flags) => boolean | undefined): number =>
    names.reduce((set, name) => (isIncluded(name) ? set | FLAGS[name] : set), LIVE)
  const relevant = combine((name) => wanted[name] !== undefined)
  const value = combine((name) => wanted[name])
  return Uint8Array.from({ length: ALL_FLAGS + 1 }, (_, set) => Number((set & relevant) === value))
}

/** Clears rows whose date cannot lie between the years, or that have no date. */
export function filterYears(
  bitmap: Bitmap,
  columns: CommonColumns,
  { yearMin, yearMax }: YearRange,
): void {
  if (yearMin !== undefined) filterMin(bitmap, columns.fuzzyTo, getFirstDayOfYear(yearMin))
  if (yearMax !== undefined) filterMax(bitmap, columns.fuzzyFrom, getLastDayOfYear(yearMax))
}

/** Clears rows whose number is not listed with 1. */
export function filterListed(
  bitmap: Bitmap,
  numbers: Uint32Array | Uint8Array,
  listed: Uint8Array,
): void {
  for (let row = 0; row < bitmap.length; row++) {
    bitmap[row] = (bitmap[row] ?? 0) & (listed[numbers[row] ?? 0] ?? 0)
  }
}

export function filterMin(bitmap: Bitmap, values: Float64Array, min: number): void {
  for (let row = 0; row < bitmap.length; row++) {
    bitmap[row] = (bitmap[row] ?? 0) & Number((values[row] ?? Number.NaN) >= min)
  }
}

export function filterMax(bitmap: Bitmap, values: Float64Array, max: number): void {
  for (let row = 0; row < bitmap.length; row++) {
    bitmap[row] = (bitmap[row] ?? 0) & Number((values[row] ?? Number.NaN) <= max)
  }
}

/** Sets rows in a bitmap. @returns the same bitmap */
export function setRows(bitmap: Bitmap, rows: Uint32Array | readonly number[]): Bitmap {
  for (let n = 0; n < rows.length; n++) bitmap[rows[n] ?? 0] = 1
  return bitmap
}

export function clearRows(bitmap: Bitmap, rows: Uint32Array): void {
  for (let n = 0; n < rows.length; n++) bitmap[rows[n] ?? 0] = 0
}

/** Clears rows that are not in the other bitmap. */
export function intersect(bitmap: Bitmap, other: Bitmap): void {
  const [words, others] = [viewAsWords(bitmap), viewAsWords(other)]
  for (let index = 0; index < words.length; index++) {
    words[index] = (words[index] ?? 0) & (others[index] ?? 0)
  }
}

export function countRows(bitmap: Bitmap): number {
  const words = viewAsWords(bitmap)
  let count = 0
  // The highest byte of the product is the sum of the four bytes.
  for (let index = 0; index < words.length; index++) {
    count += Math.imul(words[index] ?? 0, 0x01010101) >>> 24
  }
  return count
}

function viewAsWords({ buffer, byteOffset, length }: Bitmap): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length >> 2)
}

/**
 * Keeps the bitmap of the last filter until the next change of the catalog, because a map asks for many tiles with the
 * same filter. It must not be modified.
 */
export function createBitmapCache<Filter>(select: (filter: Filter) => Bitmap) {
  let last: { key: string; bitmap: Bitmap } | undefined
  return {
    select(filter: Filter): Bitmap {
      const key = JSON.stringify(filter)
      if (last?.key !== key) last = { key, bitmap: select(filter) }
      return last.bitmap
    },
    clear: () => void (last = undefined),
  }
}
