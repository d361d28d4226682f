import type { Extent } from 'ol/extent.js'
import Feature, { type FeatureLike } from 'ol/Feature.js'
import type OpenLayersMap from 'ol/Map.js'
import type View from 'ol/View.js'
import { transformExtent } from 'ol/proj.js'
import type { CatalogLayer } from './catalog-layer.ts'

/** Space around everything, in pixels: for the buttons, the caption and the credit. */
export const PADDING = [56, 56, 56, 72]
/** The closest zoom at the start, so that one place is seen with its surroundings. */
export const MAX_START_ZOOM = 17
/** Zoom levels by which the map zooms in to a corner, or to a cluster of an editor. */
const STEP = 2
/** Maximum distance of a click or a touch from a mark, in pixels. */
export const TOLERANCE = 8

/**
 * Reads west, south, east and north in degrees; the whole world without images. Its middle is in the world around
 * longitude 0, where layers of maps lie, although images on both sides of the antimeridian have longitudes up to 540.
 */
export function readExtent(text = ''): Extent {
  const degrees = text === '' ? [-170, -60, 170, 75] : text.split(',').map(Number)
  const [west = 0, south = 0, east = 0, north = 0] = degrees
  const shift = 360 * Math.round((west + east) / 720)
  const clamped = [west - shift, Math.max(-85, south), east - shift, Math.min(85, north)]
  return transformExtent(clamped, 'EPSG:4326', 'EPSG:3857')
}

/** Finds the mark at a pixel. Points lie over areas. */
export function findFeature(
  map: OpenLayersMap,
  { layer }: CatalogLayer,
  pixel: number[],
): Feature | undefined {
  const choose = (feature: FeatureLike) =>
    feature instanceof Feature && !feature.get('isOutline') ? feature : undefined
  return map.forEachFeatureAtPixel(pixel, choose, {
    hitTolerance: TOLERANCE,
    layerFilter: (shown) => shown === layer,
  })
}

export function zoomTo(view: View, center: number[], duration: number): void {
  view.animate({ center, zoom: (view.getZoom() ?? 0) + STEP, duration })
}

/** Creates a live region. @returns a function that announces a text */
export function createStatus(frame: HTMLElement): (text: string) => void {
  const status = document.createElement('p')
  status.role = 'status'
  status.className = 'unseen'
  frame.append(status)
  return (text) => void (status.textContent = text)
}
