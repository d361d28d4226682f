import Graticule from 'ol/layer/Graticule.js'
import VectorLayer from 'ol/layer/Vector.js'
import Stroke from 'ol/style/Stroke.js'
import { getMapColor, onColorChange } from './map-colors.ts'
import { COASTS_UP_TO } from './world.ts'

const OPTIONS = { minZoom: COASTS_UP_TO, background: () => getMapColor('land') }

/** A surface that claims neither land nor sea, for zoom levels at which the coasts would be wrong. */
export function createGround(): VectorLayer {
  return new VectorLayer(OPTIONS)
}

/** The same with meridians and parallels, by which one sees how the map moves. */
export function createGrid(): Graticule {
  const strokeStyle = new Stroke({ color: getMapColor('border'), width: 1 })
  onColorChange(() => strokeStyle.setColor(getMapColor('border')))
  return new Graticule({ ...OPTIONS, strokeStyle, wrapX: true })
}
