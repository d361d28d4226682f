import type Feature from 'ol/Feature.js'
import GeoJSON from 'ol/format/GeoJSON.js'
import Point from 'ol/geom/Point.js'
import type Polygon from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { getMapColor } from './basemap/map-colors.ts'
import { createCone } from './cone.ts'

/** Length of a viewing cone on the screen, in pixels. */
const CONE_LENGTH = 84

/** The `data-…` attributes of a map that shows where an image was taken. */
export interface PlacementAttributes {
  /** GeoJSON of the position of the camera, or of the area that the image covers. */
  geometry?: string
  /** Viewing direction in degrees clockwise from north; missing if unknown. */
  direction?: string
  /** Width of what the camera sees, in degrees. */
  cone?: string
}

/** Shows the position of a camera with its viewing cone, or an area. */
export function createPlacementLayer(
  attributes: PlacementAttributes,
): VectorLayer<VectorSource<Feature>> {
  const { geometry = '', direction, cone = '0' } = attributes
  const features = new GeoJSON().readFeatures(geometry, { featureProjection: 'EPSG:3857' })
  return new VectorLayer({
    source: new VectorSource({ features }),
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    style(feature, resolution) {
      const place = feature.getGeometry()
      if (!(place instanceof Point)) return [createAreaStyle()]
      if (direction === undefined) return [createCameraStyle()]
      const length = CONE_LENGTH * resolution
      const shape = createCone(place.getCoordinates(), {
        direction: Number(direction),
        width: Number(cone),
        length,
      })
      return [createConeStyle(shape), createCameraStyle()]
    },
  })
}

/** The style of a viewing cone. */
export function createConeStyle(geometry: Polygon): Style {
  return new Style({
    geometry,
    fill: new Fill({ color: getMapColor('view') }),
    stroke: new Stroke({ color: getMapColor('mark'), width: 1 }),
  })
}

/** The style of a position. */
export function createCameraStyle(): Style {
  const fill = new Fill({ color: getMapColor('mark') })
  const stroke = new Stroke({ color: getMapColor('halo'), width: 2.5 })
  return new Style({ image: new Circle({ radius: 7, fill, stroke }) })
}

/** The style of an area or a line. */
export function createAreaStyle(): Style {
  return new Style({
    fill: new Fill({ color: getMapColor('view') }),
    stroke: new Stroke({ color: getMapColor('mark'), width: 2 }),
  })
}
