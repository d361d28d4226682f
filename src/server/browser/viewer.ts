import Control from 'ol/control/Control.js'
import type { Extent } from 'ol/extent.js'
import IIIFInfo from 'ol/format/IIIFInfo.js'
import TileLayer from 'ol/layer/Tile.js'
import OpenLayersMap from 'ol/Map.js'
import IIIF from 'ol/source/IIIF.js'
import View from 'ol/View.js'
import { createInteractions } from './interactions.ts'
import { addMiddleLine } from './middle-line.ts'
import { createPictureTools } from './picture-tools.ts'
import { createRegion } from './region.ts'
import { createToolbar } from './toolbar.ts'

/** Screen pixels per pixel of the picture at the closest zoom. */
const CLOSEST_ZOOM = 4

/**
 * Lays a zoomable picture over the picture in the element, once its tiles are loaded. The element's `data-service`
 * is the address of a IIIF image service (Image API 3.0). It begins with the part in `data-part`, if any. With
 * `data-middle-line`, it shows the middle of the picture.
 */
export async function enhance(frame: HTMLElement): Promise<void> {
  const source = await openSource(frame.dataset.service ?? '')
  const extent = source.getTileGrid()?.getExtent() ?? []
  const viewer = createRegion('viewer', frame.dataset)
  const view = createView(extent)
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250
  frame.append(viewer)
  const toolbar = createToolbar(view, { extent, duration }, frame.dataset)
  const map = new OpenLayersMap({
    target: viewer,
    layers: [new TileLayer({ source })],
    view,
    controls: [new Control({ element: toolbar })],
    interactions: createInteractions(view, extent, duration),
  })
  const fit = (): void => {
    map.updateSize()
    view.fit(extent)
  }
  if (frame.dataset.fullScreen !== undefined)
    toolbar.append(...createPictureTools(frame, { map, fit }))
  view.fit(readPart(frame.dataset.part) ?? extent)
  if (frame.dataset.middleLine !== undefined) addMiddleLine(map, extent)
  map.once('rendercomplete', () => frame.classList.add('enhanced'))
}

/** @param part `x,y,width,height` in pixels */
function readPart(part: string | undefined): Extent | undefined {
  if (part === undefined) return undefined
  const [x = 0, y = 0, width = 0, height = 0] = part.split(',').map(Number)
  return [x, -y - height, x + width, -y]
}

async function openSource(service: string): Promise<IIIF> {
  const response = await fetch(`${service}/info.json`)
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}`)
  const options = new IIIFInfo(await response.json()).getTileSourceOptions()
  if (options === undefined) throw new Error(`${response.url} does not describe a picture`)
  // Of two zoom levels, the one with more detail. Requests stay at the address at which the page was opened.
  return new IIIF({ ...options, url: service, zDirection: -1 })
}

/** @param extent the size of the picture in pixels, as `[0, -height, width, 0]` */
function createView(extent: Extent): View {
  return new View({
    extent,
    showFullExtent: true,
    minResolution: 1 / CLOSEST_ZOOM,
    constrainRotation: 4,
  })
}
