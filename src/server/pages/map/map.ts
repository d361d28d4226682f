import { MAX_MAPPED_RESULTS } from '../../../core/base/limits.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import { findMiddle } from '../../../core/model/geometry/extent.ts'
import { parseMapView } from '../../../core/model/geometry/map-view.ts'
import type { DecadeCount } from '../../../core/edtf/count-decades.ts'
import { changeQuery } from '../../http/change-query.ts'
import { renderFilterChips } from '../images/filter-chips.ts'
import { renderFilterForm } from '../images/filter-form.ts'
import { hasPlacementFilter, type GivenFilters, type ShownFilters } from '../images/filters.ts'
import { renderYearHistogram } from '../images/year-histogram.ts'
import type { Page } from '../layout.ts'
import { renderCatalogMap, type CatalogMap } from '../parts/catalog-map.ts'
import { renderLayerSwitch } from '../parts/layer-switch.ts'
import { listUrl } from '../parts/list-url.ts'
import { findPreviewPicture } from '../parts/preview.ts'
import { mapPolicy } from '../parts/map-frame.ts'
import { inViewUrl } from '../parts/spot-links.ts'
import type { Visit } from '../visit.ts'
import { FILTERS_ONLY } from './filters.ts'
import { renderInView, type InView } from './in-view.ts'
import { renderYearRange } from './year-range.ts'

export interface MapContent extends CatalogMap {
  filters: ShownFilters
  inView: InView
  /** Of the images on the map that match all filters but the years. */
  decades: readonly DecadeCount[]
  /** Number of images that have the words, but match less well than those on the map. */
  leftOut: number
}

/** The map with its filters, and beside it the images in view. */
export function createMapPage(visit: Visit, content: MapContent): Page {
  const { filters, inView, decades, basemap } = content
  const { map } = visit.messages
  return {
    title: map.title,
    hasPictures: true,
    isEnhanced: true,
    module: 'maps.ts',
    width: 'full',
    ...mapPolicy(basemap),
    canonicalUrl: listUrl(visit, { map: null, corner: null, layer: null }),
    preview: { picture: findPreviewPicture(inView.images) },
    main: html`<div class="map-page">
      ${renderMap(visit, content)}
      <div class="map-panel">
        <h1>${map.title}</h1>
        ${renderFilterForm(visit, filters, '/map/')}
        <div data-filtered>
          ${renderFilterChips(visit, filters, '/map/')}
          ${renderYearHistogram(visit, decades, filters)}
        </div>
        ${renderYearRange(visit, decades, filters)} ${renderLayerSwitch(visit, basemap)}
        <div data-areas>
          <label class="check"><input type="checkbox" checked /> ${map.areas}</label>
          <p class="soft">${map.askSpot}</p>
        </div>
        <noscript>${renderInView(visit, inView)}</noscript>
        <section class="in-view" data-in-view></section>
        ${content.leftOut > 0 && html`<p class="soft">${map.bestOnly(formatCount(visit))}</p>`}
        ${renderLinks(visit, content)}
        <p class="soft">${map.hollow}</p>
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

function renderMap(visit: Visit, { filters, ...shown }: MapContent): Html {
  const { links, messages } = visit
  const { map } = messages
  const query = filterQuery(visit)
  return renderCatalogMap(visit, shown, {
    enhance: 'map',
    label: map.title,
    query,
    data: { page: links.base(`/map/${query}`), copied: map.copied },
    caption: html`<noscript>${map.noScripts}</noscript>${
        shown.extent === null &&
        html`<span>${Object.keys(filters.given).length > 0 ? map.none : map.empty}</span>`
      }`,
  })
}

/** The filters in the address, for the tiles and for the list. */
function filterQuery({ target }: Visit): string {
  const [, query] = changeQuery(target, FILTERS_ONLY).split(/(?=\?)/)
  return query ?? ''
}

function formatCount({ language }: Visit): string {
  return MAX_MAPPED_RESULTS.toLocaleString(language)
}

function renderLinks(visit: Visit, { filters: { given }, extent }: MapContent): Html {
  const { map } = visit.messages
  const middle = findViewMiddle(visit, extent)
  return html`<p class="map-links">
    <a href="${listUrl(visit)}" data-link>${map.link}</a>
    <a href="${asListUrl(visit, given)}">${map.asList}</a>
    ${middle && html`<a href="${inViewUrl(visit.links, middle)}" data-spot>${map.whatShowsMiddle}</a>`}
  </p>`
}

/** The middle of what the map shows at the start; undefined if there is nothing on it. */
function findViewMiddle({ target }: Visit, extent: MapContent['extent']): Coordinate | undefined {
  const view = parseMapView(new URLSearchParams(target.split('?', 2)[1]).get('map') ?? '')
  if (view || extent === null) return view
  const { west, south, east, north } = extent.main
  return findMiddle([west, south, east, north])
}

/** The list of images and the search do not filter by georeferences, unlike the list of a part of the map. */
function asListUrl({ links, target }: Visit, given: GivenFilters): string {
  const isOfMap = hasPlacementFilter(given)
  const isSearch = !isOfMap && given.q !== undefined
  const georeferenced = isOfMap ? null : 'true'
  const ordering = isSearch ? null : (given.ordering ?? null)
  const list = changeQuery(target, { ...FILTERS_ONLY, georeferenced, ordering })
  const listPath = isSearch ? '/search/' : '/images/'
  const path = isOfMap ? '/map/pictures/' : listPath
  return links.base(list.replace(/^\/map\//v, path))
}
