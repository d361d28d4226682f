import type BaseLayer from 'ol/layer/Base.js'
import LayerGroup from 'ol/layer/Group.js'
import TileLayer from 'ol/layer/Tile.js'
import XYZ from 'ol/source/XYZ.js'
import { createGeoJsonLayer } from './basemap/geojson.ts'
import { createGrid } from './basemap/grid.ts'
import { createGround } from './basemap/ground.ts'
import { createWorldLayers } from './basemap/world.ts'
import { takeResponse } from './map/early-requests.ts'
import type { FailureTexts } from './map/failure-notice.ts'
import { createWatchedLayer, type LayerToWatch } from './watched-layer.ts'

/** The `data-…` attributes of a map's element, as the server's `renderMapFrame` writes them. */
export interface BasemapAttributes extends FailureTexts {
  /** The kind: `natural-earth`, `geojson`, `pmtiles`, `xyz` or `style`. */
  basemap?: string
  /** The template of the tiles, the style or the file. */
  basemapUrl?: string
  /** TopoJSON of the land and the borders, for small scales. */
  world?: string
  /** The same in more detail. */
  coasts?: string
}

/**
 * Creates the layers that lie under the contents of a map, in Web Mercator, and under other layers. Code for PMTiles
 * and styles is loaded only if they are used.
 */
export function createBasemap(frame: HTMLElement): BaseLayer[] {
  return [new LayerGroup({ layers: createGroundLayers(frame), zIndex: -2 })]
}

function createGroundLayers(frame: HTMLElement): BaseLayer[] {
  const { basemap, basemapUrl = '', ...attributes }: BasemapAttributes = frame.dataset
  const { world = '', coasts = '', groundFailed: text } = attributes
  const watch = (layer: Omit<LayerToWatch, 'text'>) =>
    createWatchedLayer(frame, { ...layer, text }).layer
  const createPlain = () => [createGround(), ...createWorldLayers(world, coasts, takeResponse)]
  const createFallback = () => [...createPlain(), createGrid()]
  switch (basemap) {
    case 'xyz':
      return [watch({ load: () => createTileLayer(basemapUrl), createFallback })]
    case 'style': {
      const load = async () => (await import('./basemap/style.ts')).createStyleLayer(basemapUrl)
      return [watch({ load, createFallback })]
    }
    case 'pmtiles': {
      const load = async () => (await import('./basemap/pmtiles.ts')).createPmtilesLayer(basemapUrl)
      return [...createPlain(), watch({ load })]
    }
    case 'geojson':
      return [...createFallback(), watch({ load: () => createGeoJsonLayer(basemapUrl) })]
    default:
      return createFallback()
  }
}

function createTileLayer(url: string): TileLayer {
  return new TileLayer({ className: 'foreign-map', source: new XYZ({ url }) })
}
