/** Places: the navPlace extension of the Presentation API. */

import type { LanguageMap } from './language-map.ts'
import { PRESENTATION_CONTEXT } from './resource.ts'

const NAV_PLACE_CONTEXT = 'http://iiif.io/api/extension/navplace/context.json'

/** Place where an image was taken, or area that it covers. */
export interface Place {
  /** The address of the feature. */
  id: string
  label: LanguageMap
  /** GeoJSON. */
  geometry: object
}

/** Lists the contexts of a document. That of an extension precedes that of the API. */
export function listContexts(hasPlaces: boolean) {
  return hasPlaces ? [NAV_PLACE_CONTEXT, PRESENTATION_CONTEXT] : PRESENTATION_CONTEXT
}

export function buildNavPlace(manifestId: string, { id, label, geometry }: Place) {
  const feature = { id, type: 'Feature', properties: { label }, geometry }
  return { id: `${manifestId}#place`, type: 'FeatureCollection', features: [feature] }
}
