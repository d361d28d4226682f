import Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { getMapColor, type MapColor } from '../basemap/map-colors.ts'
import type { MapPoint } from './aim.ts'
import { isSame, listCorners, listMiddles, MIN_CORNERS, type Area } from './corners.ts'
import type { Edge } from './crossings.ts'

export interface AreaLayer {
  layer: VectorLayer
  show(shown: Shown): void
}

/** Content of the layer. */
interface Shown {
  area: Area
  /** Edges of the area that cross each other. */
  crossing: readonly Edge[]
  /** Outlines of earlier placements, as rings. */
  others: readonly Area['rings'][]
}

/** Creates a layer with an area, its corners, the middles of its edges, and earlier areas. */
export function createAreaLayer(): AreaLayer {
  const source = new VectorSource<Feature>()
  const layer = new VectorLayer({
    source,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  })
  return {
    layer,
    show({ area, crossing, others }) {
      source.clear(true)
      source.addFeatures([
        ...others.map((rings) => createFeature(createPolygon(rings), () => lineStyle('ink', 1.5))),
        ...createShape(area),
        ...crossing.map(({ ends }) => createFeature(createLine(ends), crossingStyle)),
        ...listMiddles(area).map(({ point }) => createPoint(point, { radius: 4, color: 'halo' })),
        ...listCorners(area).map(({ at, point }) =>
          createPoint(point, { radius: isSame(at, area.selected) ? 10 : 7, color: 'mark' }),
        ),
      ])
    },
  }
}

function createShape({ rings }: Area): Feature[] {
  const complete = rings.filter(({ length }) => length >= MIN_CORNERS)
  const open = rings.filter(({ length }) => length === 2)
  const shape = complete.length > 0 ? [createFeature(createPolygon(complete), areaStyle)] : []
  const lines = open.map((ring) => createFeature(createLine(ring), () => lineStyle('mark', 2)))
  return [...shape, ...lines]
}

function createLine(points: readonly MapPoint[]): LineString {
  return new LineString(points.map(([x, y]) => [x, y]))
}

function createPolygon(rings: Area['rings']): Polygon {
  return new Polygon(rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(([x, y]) => [x, y])))
}

function createPoint(point: MapPoint, { radius, color }: { radius: number; color: MapColor }) {
  return createFeature(new Point([...point]), () => {
    const fill = new Fill({ color: getMapColor(color) })
    const edge = getMapColor(color === 'mark' ? 'halo' : 'mark')
    const stroke = new Stroke({ color: edge, width: 2 })
    return new Style({ image: new Circle({ radius, fill, stroke }) })
  })
}

function createFeature(
  geometry: Polygon | LineString | Point,
  style: () => Style | Style[],
): Feature {
  const feature = new Feature(geometry)
  feature.setStyle(style)
  return feature
}

function areaStyle(): Style {
  const style = lineStyle('mark', 2)
  style.setFill(new Fill({ color: getMapColor('view') }))
  return style
}

/** Dashes distinguish them from the other edges without relying on color. */
function crossingStyle(): Style[] {
  const dashes = lineStyle('ink', 5)
  dashes.getStroke()?.setLineDash([8, 8])
  return [lineStyle('halo', 9), dashes]
}

function lineStyle(color: MapColor, width: number): Style {
  return new Style({ stroke: new Stroke({ color: getMapColor(color), width }) })
}
