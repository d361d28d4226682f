import type { Bitmap } from './bitmap.ts'

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
