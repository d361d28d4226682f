import Feature, { type FeatureLike } from 'ol/Feature.js'
import OpenLayersMap from 'ol/Map.js'
import View from 'ol/View.js'
import { createBasemap, type BasemapAttributes } from './basemap.ts'
import { redrawOnColorChange } from './basemap/map-colors.ts'
import { createCatalogLayer } from './catalog-layer.ts'
import { createInteractions } from './interactions.ts'
import { createMapControls } from './map-controls.ts'
import {
  createStatus,
  findFeature,
  isArea,
  MAX_START_ZOOM,
  PADDING,
  readExtent,
  zoomTo,
} from './map-marks.ts'
import type { Position } from './map/map-address.ts'
import { createPictureCard, type CardTexts } from './map/picture-card.ts'
import { createRegion, type RegionTexts } from './region.ts'

/** The `data-…` attributes of a map of the images of the catalog. */
export interface CatalogMapAttributes extends BasemapAttributes, RegionTexts, CardTexts {
  /** The template of the address of the tiles. */
  tiles?: string
  /** West, south, east and north of where most images are, and of all images, in degrees. */
  start?: string
  extent?: string
  /** Width of what a camera sees, in degrees. */
  cone?: string
  language?: string
}

export interface CatalogMap {
  map: OpenLayersMap
  view: View
  /** Tells users of screen readers. */
  announce: (text: string) => void
  /** Shows other tiles. */
  setTiles: (template: string) => void
}

interface MapOptions {
  /** Whether the wheel and a finger always move the map, because it does not scroll with a page. */
  fillsWindow: boolean
  /** Initial view, instead of the extent of most images. */
  position?: Position | undefined
  /** Shows the images of a cluster that no zoom resolves. */
  openCluster: (feature: FeatureLike) => void
}

const FIT = { padding: PADDING, maxZoom: MAX_START_ZOOM }

/** Shows images of the catalog on a map in the element, with a card for the chosen one. */
export async function createCatalogMap(
  frame: HTMLElement,
  attributes: CatalogMapAttributes,
  { fillsWindow, position, openCluster }: MapOptions,
): Promise<CatalogMap> {
  const { tiles = '', cone = '0', language = 'en' } = attributes
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250
  const view = new View({ enableRotation: false, maxZoom: 20, center: [0, 0], zoom: 1 })
  const region = createRegion('map', attributes)
  frame.prepend(region)
  const [start, extent] = [readExtent(attributes.start), readExtent(attributes.extent)]
  const whole = { ...FIT, extent, duration }
  const map = new OpenLayersMap({
    target: region,
    layers: await createBasemap(attributes),
    view,
    controls: createMapControls(frame, view, whole, attributes),
    interactions: createInteractions(view, fillsWindow ? null : start, duration),
  })
  if (position) {
    view.setCenter(position.center)
    view.setZoom(position.zoom)
  } else view.fit(start, FIT)
  const catalog = createCatalogLayer(map, tiles, { cone: Number(cone), language })
  map.addLayer(catalog.layer)
  redrawOnColorChange(map)
  const announce = createStatus(frame)
  const onHide = () => catalog.select(null)
  const card = createPictureCard(frame, attributes, { onHide, announce })
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
    else if (feature) openCluster(feature)
  })
  map.on('pointermove', ({ pixel, dragging }) => {
    if (!dragging)
      region.classList.toggle('on-mark', findFeature(map, catalog, pixel) !== undefined)
  })
  map.once('rendercomplete', () => frame.classList.add('enhanced'))
  return { map, view, announce, setTiles: catalog.setTiles }
}
