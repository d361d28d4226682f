import Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style, { type StyleFunction } from 'ol/style/Style.js'
import { getMapColor } from '../basemap/map-colors.ts'
import { createCone } from '../cone.ts'
import { pointAt, type Aim } from './aim.ts'

/** Content of the layer. */
export interface Shown {
  aim: Aim
  /** Distance from the camera to the handle of the direction, in meters of Web Mercator. */
  reach: number
  /** Earlier placements of the image. */
  others: readonly Aim[]
}

export interface CameraLayer {
  layer: VectorLayer
  show(shown: Shown): void
}

/** Length of the cone of an earlier placement, in pixels. */
const OTHER_CONE = 48

/**
 * Creates a layer with the camera, the middle of what it sees, its viewing cone, and the earlier placements.
 * @param cone width of what cameras see, in degrees
 */
export function createCameraLayer(cone: number): CameraLayer {
  const source = new VectorSource<Feature>()
  const layer = new VectorLayer({
    source,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  })
  return {
    layer,
    show({ aim, reach, others }: Shown): void {
      source.clear(true)
      source.addFeatures([
        ...others.flatMap((other) => createOther(other, cone)),
        ...createOwn(aim, { cone, reach }),
      ])
    },
  }
}

function createOwn({ camera, direction }: Aim, { cone, reach }: { cone: number; reach: number }) {
  if (!camera) return []
  const features = [createFeature(new Point([...camera]), () => handleStyle(9))]
  if (direction === null) return features
  const target = pointAt(camera, direction, reach)
  const shape = createCone([...camera], { direction, width: cone, length: reach })
  return [
    createFeature(shape, () => coneStyle('view')),
    createFeature(new LineString([[...camera], [...target]]), lineStyle),
    createFeature(new Point([...target]), () => handleStyle(6)),
    ...features,
  ]
}

function createOther({ camera, direction }: Aim, cone: number): Feature[] {
  if (!camera) return []
  return [
    createFeature(new Point([...camera]), (_, resolution) => {
      if (direction === null) return otherStyle()
      const options = { direction, width: cone, length: OTHER_CONE * resolution }
      const view = coneStyle('other')
      view.setGeometry(createCone([...camera], options))
      return [view, otherStyle()]
    }),
  ]
}

function createFeature(
  geometry: Point | LineString | ReturnType<typeof createCone>,
  style: StyleFunction,
) {
  const feature = new Feature(geometry)
  feature.setStyle(style)
  return feature
}

function handleStyle(radius: number): Style {
  const fill = new Fill({ color: getMapColor('mark') })
  const stroke = new Stroke({ color: getMapColor('halo'), width: 3 })
  return new Style({ image: new Circle({ radius, fill, stroke }) })
}

function otherStyle(): Style {
  const fill = new Fill({ color: getMapColor('halo') })
  const stroke = new Stroke({ color: getMapColor('ink'), width: 2.5 })
  return new Style({ image: new Circle({ radius: 6, fill, stroke }) })
}

function coneStyle(kind: 'view' | 'other'): Style {
  const color = getMapColor(kind === 'view' ? 'mark' : 'ink')
  return new Style({
    ...(kind === 'view' && { fill: new Fill({ color: getMapColor('view') }) }),
    stroke: new Stroke({ color, width: 1 }),
  })
}

/** The middle line, over a lighter one that keeps it visible on any ground. */
function lineStyle(): Style[] {
  return [
    new Style({ stroke: new Stroke({ color: getMapColor('halo'), width: 5 }) }),
    new Style({ stroke: new Stroke({ color: getMapColor('mark'), width: 2, lineDash: [8, 5] }) }),
  ]
}
