import { html, type Html } from '../../../core/base/html.ts'
import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import type { Extent } from '../../../core/model/geometry/extent.ts'
import type { Basemap } from '../../basemap/find-basemap.ts'
import type { Visit } from '../visit.ts'
import { renderCoordinates } from './coordinates.ts'
import { renderMapFrame } from './map-frame.ts'
import { aroundUrl } from './spot-links.ts'

/** The map of a search for what shows a spot. */
export interface FoundMap {
  spot: Coordinate
  /** Width of what a camera sees, in degrees. */
  viewingCone: number
  basemap: Basemap
  /** Extent of the spot and most of the cameras; undefined if it has all of them. */
  start: Extent | undefined
  /** Number of cameras elsewhere. */
  farAway: number
}

/**
 * Shows a spot and the cameras that have it in view.
 * @param list id of the heading that names the grid of the pictures, which have their places
 */
export function renderFoundMap(visit: Visit, found: FoundMap, list: string): Html {
  const { spot, viewingCone, basemap, start = [] } = found
  const { links, messages } = visit
  const { search, map } = messages
  return renderMapFrame(visit, {
    basemap,
    enhance: 'found-map',
    label: search.foundMap,
    reset: map.reset,
    data: {
      list,
      spot: [spot.longitude, spot.latitude].join(),
      start: start.join(),
      cone: String(viewingCone),
    },
    caption: html`${search.spotAt(renderCoordinates(visit, spot))} ·
      <a href="${aroundUrl(links, spot)}">${messages.spot.around}</a>
      ${found.farAway > 0 && renderFarAway(visit, found.farAway)}`,
  })
}

/** The script shows it until the map shows all cameras. */
function renderFarAway({ messages: { search, map } }: Visit, count: number): Html {
  return html`<span data-outside hidden
    >· ${search.farAway(count)} <button type="button" class="quiet">${map.reset}</button></span
  >`
}
