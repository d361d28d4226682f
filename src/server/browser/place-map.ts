import { buffer, containsExtent, type Extent } from 'ol/extent.js'
import type Feature from 'ol/Feature.js'
import type VectorLayer from 'ol/layer/Vector.js'
import OpenLayersMap from 'ol/Map.js'
import type VectorSource from 'ol/source/Vector.js'
import View from 'ol/View.js'
import { createBasemap } from './basemap.ts'
import { redrawOnColorChange } from './basemap/map-colors.ts'
import { createInteractions } from './interactions.ts'
import { createRegion } from './region.ts'
import { createMapControls } from './map-controls.ts'
import { showAll, type Start } from './toolbar.ts'

/** Margin around a single position, in meters at the equator. */
const SURROUNDINGS = 250

/** Space for the caption below and the credit, in pixels. */
const PADDING = [16, 16, 48, 16]

/**
 * Shows a map in the element, with the contents of the layer in its middle.
 * @param start what it shows first, instead of all of that
 */
export function showPlaceMap(
  frame: HTMLElement,
  layer: VectorLayer<VectorSource<Feature>>,
  start?: Extent,
): OpenLayersMap {
  const all = findSurroundings(layer.getSource()?.getExtent() ?? [])
  const extent = start ? findSurroundings(start) : all
  const view = new View({ enableRotation: false, maxZoom: 20 })
  const region = createRegion('map', frame.dataset)
  // Below the caption and the credit, which come from the server.
  frame.prepend(region)
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250
  const whole = { extent: all, padding: PADDING, duration }
  const map = new OpenLayersMap({
    target: region,
    layers: [...createBasemap(frame), layer],
    view,
    controls: createMapControls(frame, view, whole, frame.dataset),
    interactions: createInteractions(view, extent, duration),
  })
  view.fit(extent, { padding: PADDING })
  redrawOnColorChange(map)
  if (start) offerAll(frame, map, whole)
  map.once('rendercomplete', () => frame.classList.add('enhanced'))
  return map
}

/** Shows the note about what lies outside of the map, until the map shows it. */
function offerAll(frame: HTMLElement, map: OpenLayersMap, whole: Start): void {
  const note = frame.querySelector<HTMLElement>('[data-outside]')
  if (!note) return
  const view = map.getView()
  note.querySelector('button')?.addEventListener('click', () => {
    showAll(view, whole)
    // The note with the button is hidden then.
    map.getTargetElement()?.focus()
  })
  map.on('moveend', () => {
    note.hidden = containsExtent(view.calculateExtent(map.getSize()), whole.extent)
  })
}

function findSurroundings(extent: Extent): Extent {
  const [west = 0, south = 0, east = 0, north = 0] = extent
  const size = Math.max(east - west, north - south)
  return buffer(extent, size > 0 ? size / 4 : SURROUNDINGS)
}
