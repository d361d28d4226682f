import Control from 'ol/control/Control.js'
import Feature from 'ol/Feature.js'
import OpenLayersMap from 'ol/Map.js'
import View from 'ol/View.js'
import { createBasemap, type BasemapAttributes } from './basemap.ts'
import { onColorChange } from './basemap/map-colors.ts'
import { createInteractions } from './interactions.ts'
import { createCatalogLayer } from './catalog-layer.ts'
import { readPosition, writePosition } from './map/map-address.ts'
import {
  createStatus,
  findFeature,
  findSpot,
  isArea,
  MAX_START_ZOOM,
  PADDING,
  readExtent,
  toBox,
  zoomTo,
} from './map-marks.ts'
import { createPictureCard, type CardTexts } from './map/picture-card.ts'
import { createPictureList, type ListTexts } from './map/picture-list.ts'
import { createRegion, type RegionTexts } from './region.ts'
import { createToolbar } from './toolbar.ts'

/** The `data-…` attributes of the page of the map. */
interface MapAttributes extends BasemapAttributes, RegionTexts, ListTexts, CardTexts {
  /** The template of the address of the tiles. */
  tiles?: string
  /** West, south, east and north of where most images are, and of all images, in degrees. */
  start?: string
  extent?: string
  /** Width of what a camera sees, in degrees. */
  cone?: string
  language?: string
  /** What to say when the link to the view was copied. */
  copied?: string
}

/** After the last movement, in milliseconds. */
const PAUSE = 150

/** Shows the images of the catalog on a map in the element, and beside it the list of those in view. */
export async function enhance(frame: HTMLElement): Promise<void> {
  const attributes: MapAttributes = frame.dataset
  const { tiles = '', cone = '0', language = 'en' } = attributes
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250
  const view = new View({ enableRotation: false, maxZoom: 20, center: [0, 0], zoom: 1 })
  const region = createRegion('map', attributes)
  frame.prepend(region)
  const extent = readExtent(attributes.extent)
  const start = { extent, padding: PADDING, duration, maxZoom: MAX_START_ZOOM }
  const map = new OpenLayersMap({
    target: region,
    layers: await createBasemap(attributes),
    view,
    controls: [new Control({ element: createToolbar(view, start, attributes) })],
    interactions: createInteractions(view, null, duration),
  })
  const position = readPosition()
  if (position) {
    view.setCenter(position.center)
    view.setZoom(position.zoom)
  } else view.fit(readExtent(attributes.start), { ...start, duration: 0 })
  const catalog = createCatalogLayer(map, tiles, { cone: Number(cone), language })
  map.addLayer(catalog.layer)
  onColorChange(() => map.getAllLayers().forEach((shown) => shown.changed()))

  const announce = createStatus(frame)
  const list = createPictureList(attributes, announce)
  const card = createPictureCard(frame, attributes, {
    onHide: () => catalog.select(null),
    announce,
  })
  map.on('singleclick', ({ pixel, coordinate }) => {
    const feature = findFeature(map, catalog, pixel)
    const id: unknown = feature?.get('id')
    catalog.select(feature instanceof Feature && typeof id === 'number' ? feature : null)
    if (!feature) card.hide()
    else if (typeof id === 'number') void card.show(isArea(feature) ? 'area' : 'point', id)
    else if (feature.get('canBeResolved')) {
      card.hide()
      zoomTo(view, coordinate, duration)
    } else {
      card.hide()
      void list.show(findSpot(feature)).then((isShown) => isShown && list.focus())
    }
  })
  map.on('pointermove', ({ pixel, dragging }) => {
    if (!dragging)
      region.classList.toggle('on-mark', findFeature(map, catalog, pixel) !== undefined)
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  map.on('moveend', () => {
    const [zoom, center] = [view.getZoom(), view.getCenter()]
    if (zoom === undefined || !center) return
    writePosition({ zoom, center })
    clearTimeout(timer)
    timer = setTimeout(() => void list.show(toBox(view.calculateExtent(map.getSize()))), PAUSE)
  })
  enhanceLink(attributes.copied ?? '', announce)
  map.once('rendercomplete', () => frame.classList.add('enhanced'))
}

/** Copies the link to the view, whose address is up to date. */
function enhanceLink(copied: string, announce: (text: string) => void): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-link]')
  link?.addEventListener('click', (event) => {
    if (!('clipboard' in navigator)) return
    event.preventDefault()
    void copyAddress().then((isCopied) => {
      if (!isCopied) return false
      announce(copied)
      link.dataset.done = copied
      return true
    })
  })
}

/** @returns false if the browser does not allow it */
async function copyAddress(): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(location.href)
    return true
  } catch {
    return false
  }
}
