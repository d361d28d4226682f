import type { FeatureLike } from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { getMapColor, onColorChange } from './basemap/map-colors.ts'
import { createCone } from './cone.ts'
import { createConeStyle } from './placement.ts'

/** Appearance of the marks of a map. */
export interface Marks {
  /** Width of what a camera sees, in degrees. */
  cone: number
  /** Meters per pixel below which cones are drawn. From farther away, those of many cameras would cover each other. */
  conesBelow?: number
  /** Formats numbers in this language. */
  language: string
}

/** Length of a viewing cone on the screen, in pixels. */
const CONE_LENGTH = 48
const CONES_BELOW = 6

/** Of the mark of a single image, with its edge, in pixels. */
export const POINT_RADIUS = 7

const NUMBER_FONT = '600 13px system-ui, sans-serif'

/** Styles points, small areas and clusters. */
export function createStyles({ cone, conesBelow = CONES_BELOW, language }: Marks) {
  const numbers = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  const known = new Map<string, Style>()
  onColorChange(() => known.clear())
  let selected: string | undefined
  const keep = (key: string, create: () => Style): Style => {
    const style = known.get(key) ?? create()
    known.set(key, style)
    return style
  }
  return {
    /** @param key of a place */
    select: (key: string | undefined) => void (selected = key),
    styleFeature(feature: FeatureLike, resolution: number): Style[] {
      const { count, direction, isOutline, verdict } = feature.getProperties() as FeatureProperties
      const place = feature.getGeometry()
      const isRefuted = verdict === 'refuted'
      const isSelected = selected !== undefined && findKey(feature) === selected
      if (isOutline) return [keep(`outline ${isSelected}`, () => createOutlineStyle(isSelected))]
      if (place instanceof Polygon)
        return [isRefuted ? keep('refuted area', createHollowStyle) : keep('area', createFillStyle)]
      if (count !== undefined) {
        return [keep(`cluster ${count}`, () => createClusterStyle(numbers.format(count), count))]
      }
      const mark = keep(`point ${isSelected} ${isRefuted}`, () =>
        createPointStyle(isSelected, isRefuted),
      )
      const hasCone = direction !== undefined && (resolution < conesBelow || isSelected)
      if (!hasCone || !(place instanceof Point)) return [mark]
      const length = CONE_LENGTH * resolution
      const shape = createCone(place.getCoordinates(), { direction, width: cone, length })
      return [createConeStyle(shape), mark]
    },
  }
}

/** Returns the key of the place of a feature, `point/31` or `area/7`; undefined for clusters. */
export function findKey(feature: FeatureLike): string | undefined {
  const id = feature.get('id') as number | undefined
  return id === undefined ? undefined : `${isArea(feature) ? 'area' : 'point'}/${id}`
}

/** Whether a feature is of an image from above. */
export function isArea(feature: FeatureLike): boolean {
  return feature.get('layer') === 'areas'
}

interface FeatureProperties {
  count?: number
  direction?: number
  /** Of a single georeference. */
  verdict?: string
  /** Whether it is the outline of a part of an area. */
  isOutline?: true
}

function createOutlineStyle(isSelected: boolean): Style {
  const stroke = new Stroke({ color: getMapColor('mark'), width: isSelected ? 4 : 1 })
  return new Style({ stroke, zIndex: isSelected ? 1 : 0 })
}

function createFillStyle(): Style {
  return new Style({ fill: new Fill({ color: getMapColor('area') }) })
}

/** Not quite transparent, so that a click hits it. */
function createHollowStyle(): Style {
  return new Style({ fill: new Fill({ color: 'rgb(0 0 0 / 1%)' }) })
}

/** Returns the radius of a cluster, in pixels. Its area grows with the order of magnitude. */
export function clusterRadius(count: number): number {
  return 13 + 3.5 * Math.log10(count)
}

function createClusterStyle(text: string, count: number): Style {
  const radius = clusterRadius(count)
  return new Style({
    zIndex: 2,
    image: new Circle({
      radius,
      fill: new Fill({ color: getMapColor('mark') }),
      stroke: new Stroke({ color: getMapColor('halo'), width: 2.5 }),
    }),
    text: new Text({
      text,
      font: NUMBER_FONT,
      fill: new Fill({ color: getMapColor('halo') }),
      offsetY: 1,
    }),
  })
}

/** Refuted points are hollow, and so are selected ones, which are larger. */
export function createPointStyle(isSelected: boolean, isRefuted: boolean): Style {
  const [fill, stroke] =
    isSelected || isRefuted ? (['halo', 'mark'] as const) : (['mark', 'halo'] as const)
  return new Style({
    zIndex: isSelected ? 3 : 1,
    image: new Circle({
      radius: isSelected ? 9 : 6,
      fill: new Fill({ color: getMapColor(fill) }),
      stroke: new Stroke({ color: getMapColor(stroke), width: isSelected ? 4 : 2 }),
    }),
  })
}
