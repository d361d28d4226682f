import type Feature from 'ol/Feature.js'
import GeoJSON from 'ol/format/GeoJSON.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { createAreaStyle, createCameraStyle } from './placement.ts'

/**
 * Loads the outline of a subject: areas, lines and points.
 * @throws Error if it cannot be read
 */
export async function loadOutlineLayer(url: string): Promise<VectorLayer<VectorSource<Feature>>> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}`)
  const format = new GeoJSON({ featureProjection: 'EPSG:3857' })
  const features = format.readFeatures(await response.json())
  return new VectorLayer({
    source: new VectorSource({ features }),
    style: () => [createAreaStyle(), createCameraStyle()],
  })
}
