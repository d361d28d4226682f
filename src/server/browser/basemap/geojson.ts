import GeoJSON from 'ol/format/GeoJSON.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { styleMapFeature } from './map-style.ts'
import { COASTS_UP_TO } from './world-zooms.ts'

/** The map of a place, as a file whose features have a `kind` and labels a `name`. */
export function createGeoJsonLayer(url: string): VectorLayer {
  const source = new VectorSource({ url, format: new GeoJSON() })
  return new VectorLayer({ source, style: styleMapFeature, declutter: true, minZoom: COASTS_UP_TO })
}
