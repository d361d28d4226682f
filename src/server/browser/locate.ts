import { getCenter } from 'ol/extent.js'
import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import { circular } from 'ol/geom/Polygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import type OpenLayersMap from 'ol/Map.js'
import { fromLonLat } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { getMapColor } from './basemap/map-colors.ts'
import { createStatus } from './map-marks.ts'

/** The `data-…` attributes with the texts of a map about the position of the device. */
export interface LocateTexts {
  /** The name of the button. */
  locate?: string
  located?: string
  locateFailed?: string
}

/** The least zoom level at which the surroundings are shown. */
const ZOOM = 16

/** Shows where the device is. */
export interface Locator {
  locate(this: void): void
}

/** Creates what asks for the position of the device, and marks it on the map with its accuracy. */
export function createLocator(frame: HTMLElement, map: OpenLayersMap): Locator {
  const { located = '', locateFailed = '' }: LocateTexts = frame.dataset
  const source = new VectorSource()
  map.addLayer(new VectorLayer({ source, style: styleMark, zIndex: 1 }))
  const announce = createStatus(frame)
  const failure = document.createElement('p')
  failure.role = 'alert'
  failure.textContent = locateFailed
  const show = ({ coords }: GeolocationPosition): void => {
    const position = [coords.longitude, coords.latitude]
    const surroundings = circular(position, coords.accuracy, 64).transform('EPSG:4326', 'EPSG:3857')
    source.clear()
    source.addFeatures([new Feature(surroundings), new Feature(new Point(fromLonLat(position)))])
    const view = map.getView()
    view.setCenter(getCenter(surroundings.getExtent()))
    view.setZoom(Math.max(ZOOM, view.getZoom() ?? 0))
    announce(located)
  }
  return {
    locate() {
      failure.remove()
      announce('')
      const fail = (): void => frame.querySelector('.map-texts')?.append(failure)
      navigator.geolocation.getCurrentPosition(show, fail, {
        enableHighAccuracy: true,
        timeout: 20_000,
      })
    },
  }
}

function styleMark(): Style {
  const fill = new Fill({ color: getMapColor('view') })
  const stroke = new Stroke({ color: getMapColor('ink'), width: 2 })
  return new Style({ fill, stroke, image: new Circle({ radius: 6, fill, stroke }) })
}
