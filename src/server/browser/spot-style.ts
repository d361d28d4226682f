import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { getMapColor } from './basemap/map-colors.ts'

/** Draws a position that pictures show as a target, unlike the marks of cameras. */
export function createSpotStyles(): Style[] {
  const color = getMapColor('ink')
  const ring = { radius: 10, stroke: new Stroke({ color, width: 2.5 }) }
  const middle = { radius: 3, fill: new Fill({ color }) }
  return [ring, middle].map((options) => new Style({ zIndex: 4, image: new Circle(options) }))
}
