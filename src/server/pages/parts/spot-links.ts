import { html, type Html } from '../../../core/base/html.ts'
import { extentAround } from '../../../core/model/geometry/extent.ts'
import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import type { Links } from '../../http/links.ts'
import type { Visit } from '../visit.ts'

/** Shows a few streets. */
const ZOOM = 17
/** In meters: as far as a click on the map reaches at this zoom level. */
const CORNER = 25

/**
 * Links to the map around a spot and to the pictures that show it.
 * @param chosen id of the image whose camera stood there, which the map shows among those of its corner
 */
export function renderSpotLinks(visit: Visit, spot: Coordinate, chosen?: number): Html {
  const { links, messages } = visit
  return html`<p class="buttons">
    <a href="${aroundUrl(links, spot, chosen)}" class="button quiet">${messages.spot.around}</a>
    <a href="${inViewUrl(links, spot)}" class="button quiet">${messages.spot.whatShowsIt}</a>
  </p>`
}

/** Returns the address of the search for pictures that have a spot in view. */
export function inViewUrl(links: Links, { latitude, longitude }: Coordinate): string {
  return links.base(`/search/?mode=in-view&lat=${toDegrees(latitude)}&lon=${toDegrees(longitude)}`)
}

/** Returns the address of the map around a spot, with the image that is chosen there, if any. */
export function aroundUrl(links: Links, spot: Coordinate, chosen?: number): string {
  const view = `/map/?map=${ZOOM}/${toDegrees(spot.latitude)}/${toDegrees(spot.longitude)}`
  const box = extentAround(spot, CORNER).map(toDegrees)
  const corner = chosen === undefined ? '' : `&corner=points/${box.join()}/${chosen}`
  return links.base(view + corner)
}

/** To a meter. */
function toDegrees(coordinate: number): string {
  return coordinate.toFixed(5)
}
