/** Collections: Presentation API 3.0, 5.1, with the navPlace extension. */

import type { LanguageMap } from './language-map.ts'
import { buildNavPlace, listContexts, type Place } from './nav-place.ts'
import { buildSharedProperties, omitEmpty, type Description } from './resource.ts'

/** A Manifest or a Collection, which the client requests at its address. */
export interface CollectionItem {
  id: string
  type: 'Collection' | 'Manifest'
  label: LanguageMap
  thumbnail?: object[]
  /** An `xsd:dateTime` in UTC; undefined if the date is unknown. */
  navDate?: string | undefined
  place?: Place | undefined
}

/** @param items at most `MAX_IIIF_ITEMS` */
export function buildCollection(description: Description, items: CollectionItem[]) {
  return {
    '@context': listContexts(items.some(({ place }) => place !== undefined)),
    id: description.id,
    type: 'Collection',
    ...buildSharedProperties(description),
    items: items.map(({ thumbnail, place, ...item }) => ({
      ...item,
      thumbnail: omitEmpty(thumbnail),
      navPlace: place && buildNavPlace(item.id, place),
    })),
  }
}
