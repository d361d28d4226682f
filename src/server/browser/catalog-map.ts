import { getCenter } from 'ol/extent.js'
import type BaseLayer from 'ol/layer/Base.js'
import OpenLayersMap from 'ol/Map.js'
import { fromLonLat } from 'ol/proj.js'
import View from 'ol/View.js'
import { createBasemap, type BasemapAttributes } from './basemap.ts'
import { redrawOnColorChange } from './basemap/map-colors.ts'
import { createCatalogLayer, type CatalogLayer } from './catalog-layer.ts'
import { findKey } from './catalog-style.ts'
import { findImageId } from './corner-pages.ts'
import { createInteractions } from './interactions.ts'
import { createMapControls } from './map-controls.ts'
import { createStatus, findFeature, zoomTo } from './map-marks.ts'
import { MAX_START_ZOOM, PADDING, readExtent } from './first-view.ts'
import { findCorner } from './find-corner.ts'
import { forgetResponses } from './map/early-requests.ts'
import type { ChosenPicture, Position } from './map/map-address.ts'
import { readPlace, type Place } from './map/place.ts'
import { parseBounds } from './map/boxes.ts'
import { createPictureStrip, type PictureStrip, type StripTexts } from './picture-strip.ts'
import { createRegion, type RegionTexts } from './region.ts'

/** The `data-…` attributes of a map of the images of the catalog. */
export interface CatalogMapAttributes extends BasemapAttributes, RegionTexts, StripTexts {
  /** The template of the address of the tiles. */
  tiles?: string
  /** West, south, east and north of where most images are, and of all images, in degrees. */
  start?: string
  extent?: string
  /** Width of what a camera sees, in degrees. */
  cone?: string
  /** Message if there are no pictures at the center. */
  nothing?: string
}

export interface CatalogMap {
  map: OpenLayersMap
  view: View
  /** Tells users of screen readers. */
  announce: (text: string) => void
  /** Shows other tiles. */
  setTiles: (template: string) => void
  showAreas: (isShown: boolean) => void
  /** Marks the place of a picture beside the map, or none. */
  hover: (place: Place | null) => void
}

interface MapOptions {
  /** Whether the wheel and a finger always move the map, because it does not scroll with a page. */
  fillsWindow: boolean
  /** Layer below the images. */
  under?: BaseLayer
  /** Initial view, instead of the extent of most images. */
  position?: Position | undefined
  /** The picture that is chosen at the start. */
  chosen?: ChosenPicture | undefined
  /** Called when a picture is chosen, and with null when none is any more. */
  onChoose?: (chosen: ChosenPicture | null) => void
  /** Called with the key of the place below the pointer, if any. */
  onHover?: (key: string | undefined) => void
}

const FIT = { padding: PADDING, maxZoom: MAX_START_ZOOM }

/** Shows images of the catalog on a map in the element, and the pictures of the corner that the user chooses. */
export async function createCatalogMap(
  frame: HTMLElement,
  attributes: CatalogMapAttributes,
  { fillsWindow, under, position, chosen, onChoose, onHover }: MapOptions,
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
    layers: createBasemap(frame),
    view,
    controls: createMapControls(frame, view, whole, attributes),
    interactions: createInteractions(view, fillsWindow ? null : start, duration),
  })
  if (position) {
    view.setCenter(position.center)
    view.setZoom(position.zoom)
  } else view.fit(start, FIT)
  const catalog = createCatalogLayer(map, tiles, { cone: Number(cone), language })
  if (under) map.addLayer(under)
  map.addLayer(catalog.layer)
  map.addLayer(catalog.selection)
  redrawOnColorChange(map)
  const announce = createStatus(frame)
  const showing = { map, catalog, duration, announce, onChoose }
  const strip = showCornersOnClick(frame, attributes, showing)
  if (chosen) void showChosen(chosen)
  async function showChosen({ image, ...corner }: ChosenPicture): Promise<void> {
    if (!(await strip.show(corner, image))) return
    map.renderSync()
    keepInView(map, fromLonLat(getCenter(parseBounds(corner.box))), strip.element, duration)
  }
  map.on('pointermove', ({ pixel, dragging }) => {
    if (dragging) return
    const feature = findFeature(map, catalog, pixel)
    region.classList.toggle('on-mark', feature !== undefined)
    onHover?.(feature && findKey(feature))
  })
  map.once('rendercomplete', () => {
    frame.classList.add('enhanced')
    forgetResponses()
  })
  const setTiles = (template: string): void => {
    strip.dismiss()
    catalog.setTiles(template)
  }
  return { map, view, announce, setTiles, hover: strip.hover, showAreas: catalog.showAreas }
}

interface Showing extends Pick<MapOptions, 'onChoose'>, Pick<CatalogMap, 'map' | 'announce'> {
  catalog: CatalogLayer
  /** Of animations, in milliseconds. */
  duration: number
}

interface Corners extends PictureStrip {
  hover: CatalogMap['hover']
}

/** Shows the pictures of the corner at which the user clicks, or presses Enter. */
function showCornersOnClick(
  frame: HTMLElement,
  attributes: CatalogMapAttributes,
  { map, catalog, duration, announce, onChoose }: Showing,
): Corners {
  let chosen: Place | null = null
  const strip = createPictureStrip(frame, attributes, {
    // Not that of the list, which follows the map when that moves from under the strip.
    announce: createStatus(frame),
    onChoose: (corner, picture) => {
      chosen = readPlace(picture)
      catalog.select(chosen)
      onChoose?.({ ...corner, image: findImageId(picture) })
    },
    onZoom: ({ box }) => {
      zoomTo(map.getView(), fromLonLat(getCenter(parseBounds(box))), duration)
    },
    onDismiss: () => {
      chosen = null
      catalog.select(null)
      onChoose?.(null)
    },
  })
  /** @returns whether there are pictures at the pixel */
  const showCorner = async (pixel: number[]): Promise<boolean> => {
    const corner = findCorner(map, catalog, pixel)
    if (!corner) strip.dismiss()
    const isShown = corner !== undefined && (await strip.show(corner))
    if (isShown) keepInView(map, corner.center, strip.element, duration)
    return isShown
  }
  map.on('singleclick', ({ pixel }) => void showCorner(pixel))
  map.getTargetElement()?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter') return
    const [width = 0, height = 0] = map.getSize() ?? []
    void showCorner([width / 2, height / 2]).then((isShown) =>
      isShown ? strip.focus() : announce(attributes.nothing ?? ''),
    )
  })
  return { ...strip, hover: (place) => catalog.select(place ?? chosen) }
}

/** Moves the map so that what covers its lower part does not cover a position. */
function keepInView(
  map: OpenLayersMap,
  [x = 0, y = 0]: number[],
  cover: HTMLElement,
  duration: number,
): void {
  const view = map.getView()
  const [, down = 0] = map.getPixelFromCoordinate([x, y]) ?? []
  if (down < cover.offsetTop - MARGIN) return
  const moved = (down - cover.offsetTop / 2) * (view.getResolution() ?? 0)
  const [centerX = 0, centerY = 0] = view.getCenter() ?? []
  view.animate({ center: [centerX, centerY - moved], duration })
}

/** Between a mark and what covers the map, in pixels. */
const MARGIN = 24
