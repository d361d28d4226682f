import { requirePage, type PageRequest } from '../../model/page.ts'
import type { IdPage } from '../../queries/lists/list-ids.ts'
import { countRows, type Bitmap } from '../columns/bitmap.ts'
import type { SortIndex } from '../columns/sort-index.ts'

/**
 * Picks one page of the rows that match, in order.
 * @throws CatalogError kind `not_found` for a page past the end
 */
export function pickPage(
  ids: Float64Array,
  bitmap: Bitmap,
  order: SortIndex,
  page: PageRequest,
): IdPage {
  const count = countRows(bitmap)
  requirePage(page, count)
  return { ids: count === 0 ? [] : pickIds(ids, bitmap, order.readOrder(), page), count }
}

function pickIds(
  ids: Float64Array,
  bitmap: Bitmap,
  order: Uint32Array,
  { number, size }: PageRequest,
): number[] {
  const picked: number[] = []
  let skipped = (number - 1) * size
  for (let position = 0; position < order.length && picked.length < size; position++) {
    const row = order[position] ?? 0
    if (bitmap[row] !== 1) continue
    if (skipped > 0) skipped -= 1
    else picked.push(ids[row] ?? 0)
  }
  return picked
}
