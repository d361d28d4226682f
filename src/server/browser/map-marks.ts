import Feature, { type FeatureLike } from 'ol/Feature.js'
import type OpenLayersMap from 'ol/Map.js'
import type View from 'ol/View.js'
import type { CatalogLayer } from './catalog-layer.ts'

/** Zoom levels by which the map zooms in to a corner, or to a cluster of an editor. */
const STEP = 2
/** Maximum distance of a click or a touch from a mark, in pixels. */
export const TOLERANCE = 8

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
