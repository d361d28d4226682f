import Graticule from 'ol/layer/Graticule.js'
import Stroke from 'ol/style/Stroke.js'
import { getMapColor, onColorChange } from './map-colors.ts'
import { COASTS_UP_TO } from './world-zooms.ts'

/** Meridians and parallels, by which one sees how a map without streets moves. */
export function createGrid(): Graticule {
  const strokeStyle = new Stroke({ color: getMapColor('border'), width: 1 })
  onColorChange(() => strokeStyle.setColor(getMapColor('border')))
  return new Graticule({ minZoom: COASTS_UP_TO, strokeStyle, wrapX: true })
}
