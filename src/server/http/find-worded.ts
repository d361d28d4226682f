import type { RouteRequest } from './route.ts'

/** Finds the images on the map whose texts have all words; undefined without words. */
export async function findWorded(
  { catalog, clientAddress }: Pick<RouteRequest, 'catalog' | 'clientAddress'>,
  words: string | undefined,
) {
  return words === undefined ? undefined : catalog.placedSearch.find(words, clientAddress())
}
