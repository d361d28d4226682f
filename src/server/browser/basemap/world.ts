import TopoJSON from 'ol/format/TopoJSON.js'
import type { FeatureLoader } from 'ol/featureloader.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { styleMapFeature } from './map-style.ts'
import { COASTS_UP_TO, DETAILED_FROM } from './world-zooms.ts'

type Request = (url: string) => Promise<Response>

/**
 * Natural Earth's land and borders, whose polygons end at 180 degrees, for the zoom levels at which they are true.
 * @param world address of the map for small scales
 * @param coasts address of the map for larger scales, which is loaded only when it is needed
 */
export function createWorldLayers(world: string, coasts: string, request: Request): VectorLayer[] {
  return [
    new VectorLayer({ ...createOptions(world, request), maxZoom: DETAILED_FROM }),
    new VectorLayer({
      ...createOptions(coasts, request),
      minZoom: DETAILED_FROM,
      maxZoom: COASTS_UP_TO,
    }),
  ]
}

function createOptions(url: string, request: Request) {
  const format = new TopoJSON({ layerName: 'kind', layers: ['land', 'borders'] })
  const loader: FeatureLoader = async (_extent, _resolution, featureProjection) =>
    format.readFeatures(await (await request(url)).json(), { featureProjection })
  return { source: new VectorSource({ loader }), style: styleMapFeature }
}
