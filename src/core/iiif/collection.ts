/** Collections: Presentation API 3.0, 5.1. */

import type { LanguageMap } from './language-map.ts'
import {
  buildSharedProperties,
  omitEmpty,
  PRESENTATION_CONTEXT,
  type Description,
} from './resource.ts'

/** A Manifest or a Collection, which the client requests at its address. */
export interface CollectionItem {
  id: string
  type: 'Collection' | 'Manifest'
  label: LanguageMap
  thumbnail?: object[]
}

/** @param items at most `MAX_IIIF_ITEMS` */
export function buildCollection(description: Description, items: CollectionItem[]) {
  return {
    '@context': PRESENTATION_CONTEXT,
    id: description.id,
    type: 'Collection',
    ...buildSharedProperties(description),
    items: items.map(({ thumbnail, ...item }) => ({ ...item, thumbnail: omitEmpty(thumbnail) })),
  }
}
