import { getCenter } from 'ol/extent.js'
import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import type OpenLayersMap from 'ol/Map.js'
import { fromLonLat } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import { createStyles, findKey } from './catalog-style.ts'
import { findImageId } from './corner-pages.ts'
import { readExtent } from './first-view.ts'
import { createListMarks } from './list-marks.ts'
import { createStatus, TOLERANCE } from './map-marks.ts'
import { readPlace } from './map/place.ts'
import { showPlaceMap } from './place-map.ts'
import { createSpotStyles } from './spot-style.ts'

/** The `data-…` attributes of the map. */
interface FoundAttributes {
  /** Id of the heading that names the list of the pictures. */
  list?: string
  /** Longitude and latitude of what they show. */
  spot?: string
  /** West, south, east and north in degrees of where most cameras are, unless all are. */
  start?: string
  /** Width of what a camera sees, in degrees. */
  cone?: string
}

/**
 * Shows in the element a spot, and where the pictures of a list that show it were taken. List and map mark each other's
 * pictures, and a click on a camera chooses its picture.
 */
export function enhance(frame: HTMLElement): void {
  const { list: label = '', spot = '', start = '', cone = '0' }: FoundAttributes = frame.dataset
  const list = document.querySelector<HTMLElement>(`[aria-labelledby="${label}"]`)
  const items = [...(list?.children ?? [])].filter((item) => item instanceof HTMLElement)
  const styles = createStyles({ cone: Number(cone), conesBelow: Infinity, language: 'en' })
  const features = [...items.flatMap(createCamera), createSpot(spot.split(',').map(Number))]
  const layer = new VectorLayer({
    source: new VectorSource({ features }),
    style: (feature, resolution) =>
      findKey(feature) === undefined
        ? createSpotStyles()
        : styles.styleFeature(feature, resolution),
  })
  const map = showPlaceMap(frame, layer, start === '' ? undefined : readExtent(start))
  const announce = createStatus(frame)
  let chosen: string | undefined
  const mark = (key: string | undefined): void => {
    styles.select(key)
    layer.changed()
  }
  const marks = createListMarks(list, (place) => mark(place?.key ?? chosen))
  map.on('pointermove', ({ pixel }) => marks.hover(findKeys(map, pixel)[0]))
  map.on('singleclick', ({ pixel }) => {
    const keys = findKeys(map, pixel)
    // Another click goes on to the next camera at this place.
    chosen = keys[(keys.indexOf(chosen ?? '') + 1) % keys.length]
    mark(chosen)
    const item = items.find(({ dataset }) => dataset.place === chosen)
    marks.choose(item && findImageId(item))
    item?.scrollIntoView({ block: 'nearest' })
    announce(item?.querySelector('.title')?.textContent ?? '')
  })
}

function createCamera(item: HTMLElement): Feature[] {
  const place = readPlace(item)
  if (!place) return []
  const { direction } = item.dataset
  const camera = new Feature(new Point(fromLonLat(getCenter(place.box))))
  camera.setProperties({
    id: Number(place.key.split('/')[1]),
    ...(direction !== undefined && { direction: Number(direction) }),
  })
  return [camera]
}

function createSpot(position: number[]): Feature {
  return new Feature(new Point(fromLonLat(position)))
}

/** Lists the keys of the cameras at a pixel. */
function findKeys(map: OpenLayersMap, pixel: number[]): string[] {
  const found = map.getFeaturesAtPixel(pixel, { hitTolerance: TOLERANCE })
  return found.flatMap((feature) => findKey(feature) ?? [])
}
