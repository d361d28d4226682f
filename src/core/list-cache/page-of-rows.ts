import { requirePage, type PageRequest } from '../model/page.ts'
import type { IdPage } from '../queries/lists/list-ids.ts'
import { countOf, type Bitmap } from './bitmap.ts'
import type { SortIndex } from './sort-index.ts'

/**
 * One page of the rows that match, in order.
 * @throws CatalogError kind `not_found` when the page lies past the end
 */
export function pageOfRows(
  ids: Float64Array,
  mask: Bitmap,
  order: SortIndex,
  page: PageRequest,
): IdPage {
  const count = countOf(mask)
  requirePage(page, count)
  return { ids: count === 0 ? [] : pick(ids, mask, order.current(), page), count }
}

function pick(
  ids: Float64Array,
  mask: Bitmap,
  order: Uint32Array,
  { number, size }: PageRequest,
): number[] {
  const picked: number[] = []
  let before = (number - 1) * size
  for (let place = 0; place < order.length && picked.length < size; place++) {
    const row = order[place] ?? 0
    if (mask[row] !== 1) continue
    if (before > 0) before -= 1
    else picked.push(ids[row] ?? 0)
  }
  return picked
}
