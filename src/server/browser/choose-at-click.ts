import { getArea } from 'ol/extent.js'
import { findImageId, type LoadedCorner } from './corner-pages.ts'
import { readPlace } from './map/place.ts'

/**
 * Chooses a picture of a corner: the first one, or the smallest of areas that lie in each other. A click at those that are
 * shown already goes on to the next.
 * @param chosen index of the picture that is chosen now
 * @returns its index
 */
export function chooseAtClick(
  loaded: LoadedCorner,
  shown: LoadedCorner | undefined,
  chosen: number,
): number {
  const order = [...loaded.items.keys()]
  if (loaded.corner.kind === 'drawn')
    order.sort((one, other) => measure(loaded, one) - measure(loaded, other))
  const isSame = shown !== undefined && listIds(loaded) === listIds(shown)
  const next = isSame ? order.indexOf(chosen) + 1 : 0
  return order[next % order.length] ?? 0
}

function measure({ items }: LoadedCorner, index: number): number {
  const item = items[index]
  const place = item && readPlace(item)
  return place ? getArea(place.box) : 0
}

function listIds({ items }: LoadedCorner): string {
  return items.map(findImageId).join()
}
