import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { getMapColor } from './map-colors.ts'
import { COASTS_UP_TO } from './world-zooms.ts'

/** A surface that claims neither land nor sea, for zoom levels at which the coasts would be wrong. */
export function createGround(): VectorLayer {
  // A layer without a source is not drawn, nor is its background.
  const source = new VectorSource()
  return new VectorLayer({ source, minZoom: COASTS_UP_TO, background: () => getMapColor('land') })
}
