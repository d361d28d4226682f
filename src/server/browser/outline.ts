import type Feature from 'ol/Feature.js'
import GeoJSON from 'ol/format/GeoJSON.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { createAreaStyle } from './placement.ts'
import { createSpotStyles } from './spot-style.ts'

/**
 * Creates the layer of the outline of a subject: areas, lines and points.
 * @param url of its GeoJSON, which is loaded when the layer is shown
 */
export function createOutlineLayer(url: string): VectorLayer<VectorSource<Feature>> {
  return new VectorLayer({
    source: new VectorSource({ url, format: new GeoJSON() }),
    style: () => [createAreaStyle(), ...createSpotStyles()],
  })
}
