import { html, type Html } from '../../../core/html.ts'
import type { DecadeCount } from '../../../core/model/edtf/count-decades.ts'
import type { AreaBounds } from '../../../core/model/tiles/areas.ts'
import type { Basemap } from '../../basemap/find-basemap.ts'
import { changeQuery } from '../../change-query.ts'
import { renderFilterChips } from '../images/filter-chips.ts'
import { renderFilterForm } from '../images/filter-form.ts'
import type { ShownFilters } from '../images/filters.ts'
import { renderYearHistogram } from '../images/year-histogram.ts'
import type { Page } from '../layout.ts'
import { listUrl } from '../parts/list-url.ts'
import { mapPolicy, renderMapFrame } from '../parts/map-frame.ts'
import type { Visit } from '../visit.ts'
import { renderInView, type InView } from './in-view.ts'

export interface MapContent {
  filters: ShownFilters
  inView: InView
  /** Of the images on the map that match all filters but the years. */
  decades: readonly DecadeCount[]
  /** The bounding box of what the map shows; null if it is empty. */
  extent: AreaBounds | null
  /** Width of what a camera sees, in degrees. */
  viewingCone: number
  basemap: Basemap
}

/** The map with its filters, and beside it the images in view. */
export function createMapPage(visit: Visit, content: MapContent): Page {
  const { filters, inView, decades, basemap } = content
  const { map } = visit.messages
  return {
    title: map.title,
    hasPictures: true,
    isEnhanced: true,
    width: 'full',
    ...mapPolicy(basemap),
    canonicalUrl: listUrl(visit, { map: null }),
    main: html`<div class="map-page">
      ${renderMap(visit, content)}
      <div class="map-panel">
        <h1>${map.title}</h1>
        ${renderFilterForm(visit, filters, '/map/')} ${renderFilterChips(visit, filters, '/map/')}
        ${renderYearHistogram(visit, decades, filters)} ${renderInView(visit, inView)}
        ${renderLinks(visit)}
      </div>
    </div>`,
  }
}

/** The form with what is wrong, in place of the map. */
export function createInvalidMapPage(visit: Visit, filters: ShownFilters): Page {
  const { title } = visit.messages.map
  return {
    title,
    status: 400,
    main: html`<h1>${title}</h1>
      ${renderFilterForm(visit, filters, '/map/')}`,
  }
}

function renderMap(visit: Visit, { extent, viewingCone, basemap, filters }: MapContent): Html {
  const { links, language, messages } = visit
  const { map } = messages
  return renderMapFrame(visit, {
    basemap,
    enhance: 'map',
    label: map.title,
    reset: map.reset,
    data: {
      tiles: links.api(`/tiles/{z}/{x}/{y}.mvt${filterQuery(visit)}`),
      page: links.base(`/map/${filterQuery(visit)}`),
      pictures: links.base(`/map/pictures/${filterQuery(visit)}`),
      extent: extent ? [extent.west, extent.south, extent.east, extent.north].join() : '',
      cone: String(viewingCone),
      language,
      close: map.close,
      failed: map.failed,
      copied: map.copied,
    },
    caption: html`<noscript>${map.noScripts}</noscript>${
        extent === null && html`${Object.keys(filters.given).length > 0 ? map.none : map.empty}`
      }`,
  })
}

/** The filters in the address, for the tiles and for the list. */
function filterQuery({ target }: Visit): string {
  const [, query] = changeQuery(target, { map: null, in_bbox: null, lang: null }).split(/(?=\?)/)
  return query ?? ''
}

function renderLinks(visit: Visit): Html {
  const { links, target, messages } = visit
  const { map } = messages
  const list = changeQuery(target, { map: null, in_bbox: null, lang: null, georeferenced: 'true' })
  return html`<p class="map-links">
    <a href="${listUrl(visit)}" data-link>${map.link}</a>
    <a href="${links.base(list.replace(/^\/map\//, '/images/'))}">${map.asList}</a>
  </p>`
}
