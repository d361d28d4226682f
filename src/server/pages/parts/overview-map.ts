import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'
import { renderCatalogMap, type CatalogMap } from './catalog-map.ts'

/** Shows the images of a page on a small map; nothing if none of them is placed. */
export function renderOverviewMap(visit: Visit, shown: CatalogMap, query: string): Html | null {
  const { links, messages } = visit
  if (shown.extent === null) return null
  return renderCatalogMap(visit, shown, {
    enhance: 'overview-map',
    label: messages.map.overview,
    query,
    caption: html`<a href="${links.base(`/map/${query}`)}">${messages.map.open}</a>`,
  })
}
