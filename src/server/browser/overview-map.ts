import Control from 'ol/control/Control.js'
import Feature from 'ol/Feature.js'
import OpenLayersMap from 'ol/Map.js'
import View from 'ol/View.js'
import { createBasemap, type BasemapAttributes } from './basemap.ts'
import { onColorChange } from './basemap/map-colors.ts'
import { createCatalogLayer } from './catalog-layer.ts'
import { createInteractions } from './interactions.ts'
import {
  createStatus,
  findFeature,
  findSpot,
  isArea,
  MAX_START_ZOOM,
  PADDING,
  readExtent,
  zoomTo,
} from './map-marks.ts'
import { createPictureCard, type CardTexts } from './map/picture-card.ts'
import { createRegion, type RegionTexts } from './region.ts'
import { createToolbar } from './toolbar.ts'

/** The `data-…` attributes of a small map of several images. */
interface OverviewAttributes extends BasemapAttributes, RegionTexts, CardTexts {
  /** The template of the address of the tiles. */
  tiles?: string
  /** West, south, east and north of where most images are, and of all images, in degrees. */
  start?: string
  extent?: string
  /** Width of what a camera sees, in degrees. */
  cone?: string
  language?: string
}

/** Shows some images of the catalog on a small map in the element. */
export async function enhance(frame: HTMLElement): Promise<void> {
  const attributes: OverviewAttributes = frame.dataset
  const { tiles = '', cone = '0', language = 'en', pictures = '' } = attributes
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250
  const view = new View({ enableRotation: false, maxZoom: 20, center: [0, 0], zoom: 1 })
  const region = createRegion('map', attributes)
  frame.prepend(region)
  const [start, extent] = [readExtent(attributes.start), readExtent(attributes.extent)]
  const fit = { padding: PADDING, maxZoom: MAX_START_ZOOM }
  const toolbar = createToolbar(view, { ...fit, extent, duration }, attributes)
  const map = new OpenLayersMap({
    target: region,
    layers: await createBasemap(attributes),
    view,
    controls: [new Control({ element: toolbar })],
    interactions: createInteractions(view, start, duration),
  })
  view.fit(start, fit)
  const catalog = createCatalogLayer(map, tiles, { cone: Number(cone), language })
  map.addLayer(catalog.layer)
  onColorChange(() => map.getAllLayers().forEach((shown) => shown.changed()))
  const card = createPictureCard(frame, attributes, {
    onHide: () => catalog.select(null),
    announce: createStatus(frame),
  })
  map.on('singleclick', ({ pixel, coordinate }) => {
    const feature = findFeature(map, catalog, pixel)
    const id: unknown = feature?.get('id')
    catalog.select(feature instanceof Feature && typeof id === 'number' ? feature : null)
    if (feature && typeof id === 'number') {
      void card.show(isArea(feature) ? 'area' : 'point', id)
      return
    }
    card.hide()
    if (feature?.get('canBeResolved')) zoomTo(view, coordinate, duration)
    else if (feature) location.assign(withBox(pictures, findSpot(feature)))
  })
  map.on('pointermove', ({ pixel, dragging }) => {
    if (!dragging)
      region.classList.toggle('on-mark', findFeature(map, catalog, pixel) !== undefined)
  })
  map.once('rendercomplete', () => frame.classList.add('enhanced'))
}

function withBox(pictures: string, box: string): string {
  const { pathname, search } = new URL(pictures)
  const url = new URL(pathname + search, location.origin)
  url.searchParams.set('in_bbox', box)
  return url.href
}
