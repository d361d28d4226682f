import type { Coordinate } from 'ol/coordinate.js'
import type OpenLayersMap from 'ol/Map.js'
import { toLonLat } from 'ol/proj.js'

/** A finger that stays this long, in milliseconds, asks for the spot below it. */
const LONG_PRESS = 600
/** Maximum movement of the finger during a long press, in pixels. */
const MAX_MOVE = 10

/**
 * Leads from spots of the map to the pictures that show them: by the right mouse button, by a long press, and from its
 * middle by a link of the page.
 * @param link its address is that of the spot in the middle
 */
export function linkSpots(map: OpenLayersMap, link: HTMLAnchorElement): void {
  map.on('moveend', () => {
    const center = map.getView().getCenter()
    if (center) link.href = withSpot(link.href, center)
  })
  const viewport = map.getViewport()
  if (!viewport) return
  listenForSpots(viewport, (event) => {
    location.assign(withSpot(link.href, map.getEventCoordinate(event)))
  })
}

function withSpot(href: string, spot: Coordinate): string {
  const url = new URL(href)
  const [longitude = 0, latitude = 0] = toLonLat(spot)
  url.searchParams.set('lat', latitude.toFixed(5))
  url.searchParams.set('lon', longitude.toFixed(5))
  return url.href
}

/** Not all browsers send `contextmenu` for a long press. Buttons of the map keep their context menu. */
function listenForSpots(viewport: HTMLElement, onSpot: (event: PointerEvent) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let start = { x: 0, y: 0 }
  const cancel = (): void => clearTimeout(timer)
  viewport.addEventListener('contextmenu', (event) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    event.preventDefault()
    cancel()
    onSpot(event)
  })
  viewport.addEventListener('pointerdown', (event) => {
    cancel()
    if (event.pointerType === 'mouse' || !event.isPrimary) return
    start = event
    timer = setTimeout(() => onSpot(event), LONG_PRESS)
  })
  viewport.addEventListener('pointermove', ({ x, y }) => {
    if (Math.hypot(x - start.x, y - start.y) > MAX_MOVE) cancel()
  })
  for (const event of ['pointerup', 'pointercancel']) viewport.addEventListener(event, cancel)
}
