import type { Extent } from 'ol/extent.js'
import type OpenLayersMap from 'ol/Map.js'

/** Draws a line down the middle of a picture, which is where its camera looks. */
export function addMiddleLine(map: OpenLayersMap, [west = 0, , east = 0, north = 0]: Extent): void {
  const line = document.createElement('div')
  line.className = 'middle-line'
  line.ariaHidden = 'true'
  map.getTargetElement()?.append(line)
  map.on('postrender', () => {
    const [x = 0] = map.getPixelFromCoordinate([(west + east) / 2, north]) ?? []
    line.style.left = `${x}px`
  })
}
