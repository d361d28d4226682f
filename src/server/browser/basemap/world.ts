import TopoJSON from 'ol/format/TopoJSON.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { styleMapFeature } from './map-style.ts'

/** From this zoom on, the coarse coasts would look edged. */
const DETAILED_FROM = 4

/**
 * The closest zoom at which Natural Earth's coasts of 1:50 million are true: three quarters of the coast are less than
 * 4.7 km from that of 1:10 million, which is 4 pixels there, less than the radius of a mark. At the zoom of a city, a
 * coast 5 km away would put its streets into the sea.
 */
export const COASTS_UP_TO = 7

/**
 * Natural Earth's land and borders, whose polygons end at 180 degrees, for the zoom levels at which they are true.
 * @param world address of the map for small scales
 * @param coasts address of the map for larger scales, which is loaded only when it is needed
 */
export function createWorldLayers(world: string, coasts: string): VectorLayer[] {
  return [
    new VectorLayer({ ...createOptions(world), maxZoom: DETAILED_FROM }),
    new VectorLayer({ ...createOptions(coasts), minZoom: DETAILED_FROM, maxZoom: COASTS_UP_TO }),
  ]
}

function createOptions(url: string) {
  const format = new TopoJSON({ layerName: 'kind', layers: ['land', 'borders'] })
  return { source: new VectorSource({ url, format }), style: styleMapFeature }
}
